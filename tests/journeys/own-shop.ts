import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, freePort } from '../setup/running-shop.ts'

/**
 * A shop of a test's own without the demo, for what no other test may see or what cannot be taken back. `home` is its data
 * directory, `printed` what it has said so far.
 */
export async function startOwnShop() {
  const home = mkdtempSync(join(tmpdir(), 'shop-own-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const { SHOP_URL: _, SHOP_DATA_DIR: __, ...env } = process.env
  let printed = ''
  const shop = spawn(process.execPath, ['server/start.ts'], {
    env: { ...env, DEMO: 'off', DATA_DIR: home, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [shop.stdout, shop.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const stop = async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    }
    rmSync(home, { recursive: true, force: true })
  }
  await answers(address, shop)
  return { address, home, printed: () => printed, stop }
}

export type OwnShop = Awaited<ReturnType<typeof startOwnShop>>
