import { reportingFaults } from '#app/platform/report-fault.ts'
import { askUnseen } from './ask-unseen.ts'
import { runCommand } from './command.ts'
import { commands } from './commands.ts'

/** `node commands/run.ts order list --all` does what `npm run order -- list --all` does, without installing anything. */
await reportingFaults(async () => {
  const [name = '', ...words] = process.argv.slice(2)
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) throw new Error(`There is no command "${name}"; there are: ${Object.keys(commands).join(', ')}`)
  process.exitCode = await runCommand(await load(), words, {
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    ask: askUnseen,
  })
})
