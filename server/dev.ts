import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { runCommand } from './command.ts'
import { step } from './progress.mjs'
import type { RunningShop, StartOptions } from './start.ts'

/** `npm run dev`: the shop with Vite in front, so that a change shows without a build. */
await runCommand(async () => {
  process.env.NODE_ENV = 'development'
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  type Start = (
    options: StartOptions & {
      pages: object
      wrap: (http: Hono) => Pick<Hono<{ Bindings: HttpBindings }>, 'fetch'>
    },
  ) => Promise<RunningShop>
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
  for (const { label, url } of shop.addresses) step(`${label}: ${url}`)
  const end = () =>
    void shop
      .stop()
      .then(() => vite.close())
      .then(() => process.exit(0))
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
})
