import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { answers, freePort } from '../../setup/running-shop.ts'

/** The built shop with the demo, as it runs behind a shared cache that visitors see at `siteUrl`. */
export async function startShop(
  dataDir: string,
  { siteUrl, purgeUrl, token }: { siteUrl: string; purgeUrl: string | undefined; token: string },
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const shop = spawn(process.execPath, ['server/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: siteUrl,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      ...(purgeUrl !== undefined && { PURGE_URL: purgeUrl, PURGE_TOKEN: token }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(address, shop)
  while (!(await fetch(`${address}/health`)).ok) await wait(100)
  return {
    port,
    async stop() {
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    },
  }
}
