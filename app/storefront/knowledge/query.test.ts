import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Topic, topics } from '#app/blocks/roots.ts'
import { knowledgeAddress, longestQuery, readKnowledgeQuery } from './query.ts'

const read = (search: string) => readKnowledgeQuery(new URLSearchParams(search))

test('reads a topic and a query, and leaves out what means nothing', () => {
  expect(read('topic=gold&query=Punze')).toEqual({ topic: 'gold', query: 'Punze' })
  expect(read('topic=cooking&query=%20%20')).toEqual({ topic: null, query: '' })
  expect(read('topic=toString')).toEqual({ topic: null, query: '' })
  expect(read('query=zwei%0A%09Worte%00')).toEqual({ topic: null, query: 'zwei Worte' })
  expect(read('')).toEqual({ topic: null, query: '' })
})

test('whatever is asked, the query is short, and its address means the same', () => {
  const topic = fc.option(fc.constantFrom(...(Object.keys(topics) as Topic[])))
  fc.assert(
    fc.property(topic, fc.string({ unit: 'binary', maxLength: 400 }), (topic, query) => {
      const search = new URLSearchParams({ query, ...(topic && { topic }) })
      const once = readKnowledgeQuery(search)
      expect(once.topic).toBe(topic)
      expect([...once.query].length).toBeLessThanOrEqual(longestQuery)
      const { searchParams, pathname } = new URL(
        knowledgeAddress('/de/wissensdatenbank', once),
        'http://shop.test',
      )
      expect(pathname).toBe('/de/wissensdatenbank')
      expect(readKnowledgeQuery(searchParams)).toEqual(once)
    }),
  )
})
