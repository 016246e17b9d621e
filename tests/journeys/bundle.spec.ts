import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Attribute } from '#app/shop/catalogue/attributes/attribute.ts'
import { attributes } from '#app/shop/catalogue/attributes/registry.ts'

// What the server knows stays on the server: the browser gets finished words of its page's language.

const client = resolve('build/client')
const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, text: readFileSync(join(client, file), 'utf8') }))

test('the built scripts are looked at', () => {
  expect(scripts.length).toBeGreaterThan(20)
  // What a script does say is found in this way.
  expect(scripts.filter(({ text }) => text.includes('hydrated')).length).toBeGreaterThan(0)
})

test('no script holds what attributes and their values are called or searched by', () => {
  const found: string[] = []
  for (const { id, filter, search, words } of attributes as readonly Attribute[]) {
    const values = filter?.values ?? []
    const texts = [
      ...values.flatMap(({ search, phrase, meaning }) => [
        search,
        ...Object.values(phrase ?? {}).flatMap(Object.values),
        ...Object.values(meaning ?? {}),
      ]),
      ...(search?.terms ?? []).map(([, , called]) => called),
      ...Object.values(words ?? {}).flatMap(Object.values),
    ]
    // A word or two may stand in a script for other reasons.
    const telling = texts.filter((text) => text?.split(' ')[2] !== undefined)
    for (const { file, text } of scripts) {
      for (const each of telling) if (text.includes(each)) found.push(`${id}: “${each}” in ${file}`)
      // Most labels of a vocabulary together are the vocabulary.
      const labels = values.flatMap(({ label }) => (label.de === label.en ? [] : [label.de, label.en]))
      const there = labels.filter((label) => text.includes(label))
      if (labels.length >= 12 && there.length > labels.length * 0.8)
        found.push(`${id}: ${there.slice(0, 5).join(', ')} … in ${file}`)
    }
  }
  expect(found).toEqual([])
})
