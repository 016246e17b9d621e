import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { answers, freePort } from '../../setup/running-shop.ts'
import type { Attack } from './attack.ts'

/** Milliseconds after which a first start is killed, the later ones while the demo is loaded. */
const blows = [1500, 3000, 4500, 6000]

export const attack: Attack = {
  name: 'first-start',
  title: 'First starts that are killed, four at once, and starts with a wrong secret',
  async run() {
    const wrong: string[] = []
    const home = mkdtempSync(join(tmpdir(), 'shop-first-'))
    const running: Awaited<ReturnType<typeof start>>[] = []
    try {
      for (const blow of blows) {
        const victim = await start(home)
        await Promise.race([wait(blow), victim.ended])
        victim.kill('SIGKILL')
        await victim.ended
      }
      running.push(...(await Promise.all([0, 1, 2, 3].map(() => start(home)))))
      for (const [index, one] of running.entries()) {
        await answers(one.url, one.shop).catch((error: Error) =>
          wrong.push(`start ${index}: ${error.message}, ${one.said()}`),
        )
        for (const page of ['/de', '/en/jewelry', '/de/impressum']) {
          const answer = await fetch(one.url + page).catch(() => null)
          const text = await answer?.text()
          if (answer?.status !== 200) wrong.push(`start ${index}: ${page} is answered ${answer?.status}`)
          else if (page === '/en/jewelry' && !text?.includes('/en/products/'))
            wrong.push(`start ${index}: no pieces`)
        }
      }
      const loaded = running.filter((one) => one.said().includes('Demo shop loaded')).length
      if (loaded > 1) wrong.push(`the demo was loaded ${loaded} times`)
      await stopAll(running)
      const refused = await start(home, {
        SESSION_SECRET: 'a wrong secret of at least thirty-two characters',
      })
      running.push(refused)
      const code = await Promise.race([refused.ended, wait(60_000)])
      if (code !== 1) wrong.push('a start with a wrong secret was not stopped')
      else if (!/SESSION_SECRET/.test(refused.said()) || /delete/i.test(refused.said()))
        wrong.push(`a start with a wrong secret says: ${refused.said()}`)
    } finally {
      await stopAll(running)
      rmSync(home, { recursive: true, force: true })
    }
    return wrong
  },
}

async function start(dataDir: string, settings: Record<string, string> = {}) {
  const port = await freePort()
  const shop = spawn(process.execPath, ['server/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = once(shop, 'exit').then(([code]) => code as number | null)
  return {
    shop,
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    ended,
    kill: (signal: NodeJS.Signals) => shop.kill(signal),
  }
}

async function stopAll(running: Awaited<ReturnType<typeof start>>[]): Promise<void> {
  for (const { shop, ended, kill } of running.splice(0)) {
    if (shop.exitCode === null && shop.signalCode === null) kill('SIGTERM')
    await ended
  }
}
