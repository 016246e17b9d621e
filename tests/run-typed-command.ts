import { type Command, runCommand } from '#commands/command.ts'

/**
 * Types a command: what it prints, and its exit code. `env` is all of its environment; a command that opens the shop
 * needs DATABASE_URL, and DATA_DIR where it reads or writes files. `answers` is what is typed when it asks.
 */
export async function typed(
  command: Command,
  words: readonly string[],
  env: Record<string, string> = {},
  answers: readonly string[] = [],
): Promise<{ code: 0 | 1; out: string; err: string }> {
  const said = { out: '', err: '' }
  const left = [...answers]
  const code = await runCommand(command, words, {
    env,
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    ask: async () => left.shift() ?? '',
  })
  return { code, ...said }
}
