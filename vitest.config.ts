import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compiledMessages } from './app/language/messages/compile-plugin.ts'

export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    include: ['{app,commands,db,server,tests}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Else it has no address, which React complains of.
    css: { include: /storefront\/print\.css/ },
    // By default one core is left to the main process, which has little to do: on two cores that is half the speed. Some
    // tests wait, for a limit to pass or for a process of theirs: one worker more keeps every core busy meanwhile.
    maxWorkers: availableParallelism() + 1,
    // A process of its own for every file takes a third of all the work. What files share is what the shop's processes
    // share, too; a file that replaced modules or globals would have to undo it.
    isolate: false,
    setupFiles: ['./tests/setup/declared-columns.ts', './tests/setup/owner-stacks.ts'],
    globalSetup: './tests/setup/database-server.ts',
    // Two hooks per file clone and drop a database; on a busy machine that takes a while.
    hookTimeout: 300_000,
    // Bounds what hangs, not what is slow beside other work.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
