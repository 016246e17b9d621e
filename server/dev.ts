import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { build, createServer, type Rolldown } from 'vite'
import { step } from '#app/platform/progress.mjs'
import { describeFault } from '#app/platform/report-fault.ts'
import { officeFolder } from './office-folder.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import type { RunningShop, StartOptions } from './start.ts'

type Start = (
  options: StartOptions & {
    pages: object
    wrap: (http: Hono) => Pick<Hono<{ Bindings: HttpBindings }>, 'fetch'>
  },
) => Promise<RunningShop>

/** `npm run dev`: the shop with Vite in front, so that a change shows without a build. */
try {
  process.env.NODE_ENV = 'development'
  await runUntilStopped(start, ({ addresses }) => {
    for (const { label, url } of addresses) step(`${label}: ${url}`)
  })
} catch (error) {
  process.stderr.write(`✗ ${describeFault(error)}\n`)
  process.exit(1)
}

async function start(): Promise<RunningShop> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const office = await watchOffice()
  const { startShop } = (await vite.ssrLoadModule('./server/app.ts')) as { startShop: Start }
  const shop = await startShop({
    env: process.env,
    step: (text) => step(text),
    pages: {
      clientFiles: null,
      build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    },
    wrap: (http) => {
      const front = new Hono<{ Bindings: HttpBindings }>()
      front.use(async (context, next) => {
        const { incoming, outgoing } = context.env
        const taken = await new Promise<boolean>((done) => {
          outgoing.once('close', () => done(true))
          vite.middlewares(incoming, outgoing, () => done(false))
        })
        if (taken) return RESPONSE_ALREADY_SENT
        await next()
      })
      front.route('/', http)
      return front
    },
  })
  return {
    ...shop,
    stop: () =>
      shop
        .stop()
        .then(() => Promise.all([vite.close(), office.close()]))
        .then(() => undefined),
  }
}

/** The office is built again whenever its sources change; a reload shows it. */
async function watchOffice(): Promise<Rolldown.RolldownWatcher> {
  const watcher = (await build({
    configFile: 'office.config.ts',
    mode: 'development',
    logLevel: 'warn',
    // Not into the build that a shop beside it serves.
    build: { watch: {}, minify: false, outDir: officeFolder('development') },
  })) as Rolldown.RolldownWatcher
  await new Promise<void>((done) =>
    watcher.on('event', ({ code }) => {
      if (code === 'END' || code === 'ERROR') done()
    }),
  )
  return watcher
}
