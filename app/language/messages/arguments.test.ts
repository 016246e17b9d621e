import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'

// What a message is given stands in it in both languages: what one of them leaves out, its readers are not told, and what
// one of them alone asks for is never given. And figures are figures: a choice by words inside a plural has none.

/** Of who sells to the shop: German alone, as their pages are. */
const germanAlone: ReadonlySet<string> = new Set([
  'sell-answer.json',
  'sell-form.json',
  'sell-trade.json',
  'sell-watch.json',
  'sell-letters.json',
  'sell-request.json',
])

/** Messages whose languages use different things on purpose (`orders.json › list.found`), each with the reason. */
const different: Readonly<Record<string, string>> = {}

type Tree = { readonly [key: string]: string | Tree }

const modulesOf = (locale: 'de' | 'en') =>
  globSync('**/*.json', { cwd: join(import.meta.dirname, locale) }).sort()
const inBoth = modulesOf('de').filter((module) => !germanAlone.has(module))

function messagesOf(locale: 'de' | 'en', module: string): Map<string, string> {
  const flat = (tree: Tree, above: readonly string[] = []): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[[...above, key].join('.'), value]] : flat(value, [...above, key]),
    )
  return new Map(flat(JSON.parse(readFileSync(join(import.meta.dirname, locale, module), 'utf8')) as Tree))
}

/** Names of what a message is given, each once, in their order: of values, and of elements as `<link>`. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>()
  const readAll = (nodes: unknown): void => {
    if (Array.isArray(nodes)) nodes.forEach(readOne)
  }
  /** Text; `['name']`; `['name', 2, { one: nodes }]`, whose number says what kind of value it is; `['link', ...nodes]`. */
  const readOne = (node: unknown): void => {
    if (!Array.isArray(node)) return
    const [name, kind, options] = node as [string, unknown?, unknown?]
    const isElement = node.length > 1 && typeof kind !== 'number'
    names.add(isElement ? `<${name}>` : name)
    if (isElement) readAll(node.slice(1))
    else if (typeof options === 'object' && options !== null) Object.values(options).forEach(readAll)
  }
  readAll(compile(message))
  return [...names].sort()
}

test('finds all that a message is given', () => {
  const message =
    'From {day, date, short}: {n, plural, one {# of {all}} other {<b>{much, number}</b>}} or {else}'
  expect(argumentsOf(message)).toEqual(['<b>', 'all', 'day', 'else', 'much', 'n'])
  expect(argumentsOf('Nothing')).toEqual([])
})

test('German and English have the same messages', () => {
  expect(inBoth.length).toBeGreaterThan(40)
  expect(modulesOf('en')).toEqual(inBoth)
  for (const module of inBoth)
    expect([...messagesOf('en', module).keys()].sort(), module).toEqual(
      [...messagesOf('de', module).keys()].sort(),
    )
})

test('each message uses what it is given in both languages', () => {
  const found = inBoth.flatMap((module) => {
    const english = messagesOf('en', module)
    return [...messagesOf('de', module)].flatMap(([key, german]) => {
      const [de, en] = [german, english.get(key) ?? ''].map((text) => argumentsOf(text).join(' '))
      return de === en ? [] : [{ name: `${module} › ${key}`, de, en }]
    })
  })
  expect(found.filter(({ name }) => !(name in different))).toEqual([])
  // A reason that is needed no longer.
  expect(Object.keys(different)).toEqual(found.map(({ name }) => name))
})

/** What stands in a message as it is, in all of its cases. */
function textsIn(nodes: unknown): string[] {
  if (typeof nodes === 'string') return [nodes]
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node): string[] => {
    if (!Array.isArray(node)) return textsIn(node)
    const [, kind, options] = node as [string, unknown?, unknown?]
    if (typeof kind !== 'number') return textsIn(node.slice(1))
    return typeof options === 'object' && options !== null ? Object.values(options).flatMap(textsIn) : []
  })
}

test('finds where the sign for a figure would be shown as it is', () => {
  const shows = (message: string) => textsIn(compile(message)).some((text) => text.includes('#'))
  expect(shows('{n, plural, one {# of {all}} other {{n, select, 9 {many} other {#}} of <b>all</b>}}')).toBe(
    true,
  )
  expect(shows('{a, select, x {{n, plural, =9 {nine} other {# of {all}}}} other {<b>none</b>}}')).toBe(false)
})

test.each(['de', 'en'] as const)('no figure is shown as the sign for it: %s', (locale) => {
  const shown = modulesOf(locale).flatMap((module) =>
    [...messagesOf(locale, module)].flatMap(([key, message]) =>
      textsIn(compile(message)).some((text) => text.includes('#')) ? [`${module} › ${key}`] : [],
    ),
  )
  expect(shown).toEqual([])
})
