import { parseArgs } from 'node:util'
import { cleanText } from '#app/language/clean-text.ts'
import { printable } from '#app/platform/printable.ts'
import { describeFault } from '#app/platform/report-fault.ts'

/** Long options of a command: `--days 30` is a string, `--all` a boolean. `--help` every command has. */
export type Options = Readonly<Record<string, { type: 'string' | 'boolean' }>>

/** What was given for the options; an option that was not typed is absent. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['type'] extends 'boolean' ? boolean : string
}

/** Where a command reads its settings and prints. */
export type Terminal = {
  env: Record<string, string | undefined>
  /** Text for standard output. */
  out(text: string): void
  /** Text for standard error. */
  err(text: string): void
  /** A line that is typed, or comes through a pipe, and is not shown; '' where nothing comes. */
  ask(question: string): Promise<string>
}

/** What a command's work is given. */
export type Work = Pick<Terminal, 'env' | 'out' | 'ask'> & {
  /** Prints lines. */
  say(...lines: string[]): void
  /** What was said is bad news: the command ends with 1. */
  fail(): void
}

export type CommandParts<O extends Options, Wanted> = {
  /** As typed after `npm run`. */
  name: string
  /** Every form of words with what it does: what `--help` prints, and what follows a fault in the words. */
  usage: string
  options: O
  /** Where the first word says what to do: each such word with the options it takes. Without words it is `otherwise`. */
  actions?: Readonly<Record<string, readonly (keyof O & string)[]>>
  otherwise?: string
  /**
   * What the words ask for, before anything is started for it; `null` when they are not understood.
   * @throws {WordsFault} by `refuse`, with what is wrong
   */
  read(words: readonly string[], values: Values<O>): Wanted | null
  /** Does it. @throws {StartFault} with the reason for a refusal */
  run(wanted: Wanted, work: Work): Promise<void>
}

/** A command of `npm run`, whatever its words ask for. */
export type Command = {
  name: string
  usage: string
  /** The work that the words ask for. @throws {WordsFault} */
  read(words: readonly string[]): (work: Work) => Promise<void>
}

/** Words that a command does not understand: its usage follows the message. */
class WordsFault extends Error {}

/** @throws {WordsFault} saying what is wrong with the words; a full stop is added */
export function refuse(reason: string): never {
  throw new WordsFault(/[.?]$/.test(reason) ? reason : `${reason}.`)
}

/** The text of an option. @throws {WordsFault} when it was not given or is blank */
export function required(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name]
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? refuse(`--${name} is missing`) : text
}

export function defineCommand<const O extends Options, Wanted>(parts: CommandParts<O, Wanted>): Command {
  const { name, usage } = parts
  return {
    name,
    usage,
    read(typed) {
      const { positionals, values } = parse(typed, parts.options)
      if (values.help || positionals[0] === 'help') return async ({ say }) => say(usage)
      const { actions, otherwise } = parts
      const [action = otherwise] = positionals
      const known =
        actions && (action !== undefined && Object.hasOwn(actions, action) ? actions[action] : null)
      const stray = known && Object.keys(values).find((option) => !known.includes(option))
      if (stray) refuse(`"${action}" has no option --${stray}`)
      const wanted = known === null ? null : parts.read(positionals, values as Values<O>)
      if (wanted === null)
        refuse(typed.length === 0 ? 'Words are missing' : `"${typed.join(' ')}" is not understood`)
      return (work) => parts.run(wanted, work)
    },
  }
}

function parse(typed: readonly string[], options: Options) {
  try {
    const all = { ...options, help: { type: 'boolean' } } as const
    return parseArgs({ args: typed.map(cleanText), options: all, allowPositionals: true })
  } catch (error) {
    // To Node a number below zero is an option of one letter.
    const below = typed.find((word) => /^-[.,]?\d/.test(word))
    if (below !== undefined) return refuse(`No number here is below zero: "${below}"`)
    // Node adds how a word with a dash would be given, which no command takes.
    return refuse((error as Error).message.replace(/\. To specify a positional[\s\S]*$/, ''))
  }
}

/**
 * Runs a command as it was typed. Every fault is told in the same way: what is wrong with the words with the usage,
 * what a user can mend as it is, everything else with its stack.
 * @returns the exit code
 */
export async function runCommand(
  command: Command,
  words: readonly string[],
  terminal: Terminal,
): Promise<0 | 1> {
  const { env, ask } = terminal
  // What visitors typed is printed too, and a terminal would obey it.
  const out = (text: string) => terminal.out(printable(text))
  const err = (text: string) => terminal.err(printable(text))
  try {
    const work = command.read(words)
    let code: 0 | 1 = 0
    const fail = () => {
      code = 1
    }
    await work({ env, out, ask, fail, say: (...lines) => out(`${lines.join('\n')}\n`) })
    return code
  } catch (error) {
    err(`✗ ${error instanceof WordsFault ? `${error.message}\n\n${command.usage}` : describeFault(error)}\n`)
    return 1
  }
}
