import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { StartFault } from '#app/platform/start-fault.ts'
import { commandEntry, commandNames } from '#server/entries.mjs'
import { typed } from '#tests/run-typed-command.ts'
import { defineCommand, refuse, required } from './command.ts'
import { commands } from './commands.ts'

let done: unknown[] = []
const wind = defineCommand({
  name: 'wind',
  usage: 'npm run wind -- <clock> [--turns 3 --by <name>] | list [--all]',
  options: { turns: { type: 'string' }, by: { type: 'string' }, all: { type: 'boolean' } },
  actions: { clock: ['turns', 'by'], list: ['all'], watch: [] },
  otherwise: 'list',
  read: ([what = 'list', ...more], values) => {
    if (more.length > 0) return null
    if (values.turns === '0') refuse('no turn winds nothing')
    return what === 'clock' ? { what, by: required(values, 'by') } : { what }
  },
  run: async (wanted, { say }) => {
    if (wanted.what === 'watch') throw new StartFault('The watch winds itself.')
    done.push(wanted)
    if (done.length > 1) throw new Error('overwound')
    say('one', 'two')
  },
})

describe('a command', () => {
  test('does what its words ask for, and prints lines', async () => {
    done = []
    expect(await typed(wind, ['clock', '--by', 'Uwe'])).toEqual({ code: 0, out: 'one\ntwo\n', err: '' })
    expect(done).toEqual([{ what: 'clock', by: 'Uwe' }])
  })

  test('takes no marks in its words that turn the direction of writing', async () => {
    done = []
    await typed(wind, ['clo\u200fck', '--by', '\u202eUwe\u2069'])
    expect(done).toEqual([{ what: 'clock', by: 'Uwe' }])
  })

  test('without words does what it is for otherwise', async () => {
    done = []
    expect(await typed(wind, [])).toMatchObject({ code: 0 })
    expect(done).toEqual([{ what: 'list' }])
  })

  test.each([[['help']], [['--help']], [['clock', '--help']]])(
    'prints its help and does nothing: %j',
    async (words) => {
      done = []
      expect(await typed(wind, words)).toEqual({ code: 0, out: `${wind.usage}\n`, err: '' })
      expect(done).toEqual([])
    },
  )

  test.each([
    [['dance'], '"dance" is not understood.'],
    [['constructor'], '"constructor" is not understood.'],
    [['clock', 'twice', '--by', 'Uwe'], '"clock twice --by Uwe" is not understood.'],
    [['clock', '--loud'], "Unknown option '--loud'."],
    [['clock', '-5'], 'No number here is below zero: "-5".'],
    [['clock', '--turns', '-1,50', '--by', 'Uwe'], 'No number here is below zero: "-1,50".'],
    [['clock', '-.5'], 'No number here is below zero: "-.5".'],
    [['clock', '--turns'], "Option '--turns <value>' argument missing."],
    [['clock', '--all'], '"clock" has no option --all.'],
    [['clock'], '--by is missing.'],
    [['clock', '--by', ' '], '--by is missing.'],
    [['clock', '--turns', '0'], 'no turn winds nothing.'],
  ])('says what is wrong with words, how they go, and does nothing: %j', async (words, reason) => {
    done = []
    expect(await typed(wind, words)).toEqual({ code: 1, out: '', err: `✗ ${reason}\n\n${wind.usage}\n` })
    expect(done).toEqual([])
  })

  test('tells what its user can mend in one line, and everything else with its stack', async () => {
    done = []
    expect(await typed(wind, ['watch'])).toEqual({ code: 1, out: '', err: '✗ The watch winds itself.\n' })
    await typed(wind, [])
    expect((await typed(wind, [])).err).toMatch(/^✗ Error: overwound\n {4}at .*command\.test\.ts/)
  })
})

describe('the commands', () => {
  const names = Object.keys(commands)

  test('are all known to the first step of npm run, and to npm', () => {
    expect(commandNames).toEqual(names)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(names.map((name) => scripts[name])).toEqual(
      names.map((name) => `exec node server/bootstrap.mjs ${name}`),
    )
    expect(commandEntry).toBe('commands/run.ts')
  })

  test.each(names)('%s bears its name and has a help that shows how it is typed', async (name) => {
    const command = await commands[name]?.()
    if (!command) throw new Error(`${name} is not there`)
    expect(command.name).toBe(name)
    expect(await typed(command, ['--help'])).toEqual({ code: 0, out: `${command.usage}\n`, err: '' })
    expect(command.usage).toMatch(new RegExp(`^npm run (--silent )?${name}\\b`))
  })

  test.each(names)('%s refuses what it does not know before a database is opened', async (name) => {
    const command = await commands[name]?.()
    if (!command) throw new Error(`${name} is not there`)
    // Settings that cannot be used would be told instead, as soon as a database is wanted.
    const env = { DATABASE_URL: 'nowhere' }
    for (const words of [['--nonsense'], ['some', 'odd', 'words']]) {
      const { code, out, err } = await typed(command, words, env)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain(words.at(-1)?.replace(/^-*/, ''))
      expect(err.endsWith(`\n\n${command.usage}\n`)).toBe(true)
    }
  })
})
