import { expect, test } from 'vitest'
import { aroundArticle } from './neighbours.ts'

const all = [
  { uuid: 'five', topic: 'gold' },
  { uuid: 'four', topic: 'watches' },
  { uuid: 'three', topic: 'gold' },
  { uuid: 'two', topic: 'gold' },
  { uuid: 'one', topic: 'gold' },
  { uuid: 'zero', topic: 'gold' },
] as const

const around = (uuid: string, related: string[] = []) => {
  const found = aroundArticle(all, { uuid, topic: 'gold', related })
  return {
    previous: found.previous?.uuid,
    next: found.next?.uuid,
    related: found.related.map((article) => article.uuid),
  }
}

test('newer before, older after; the ends have one neighbour', () => {
  expect(around('three')).toMatchObject({ previous: 'four', next: 'two' })
  expect(around('five')).toMatchObject({ previous: undefined, next: 'four' })
  expect(around('zero')).toMatchObject({ previous: 'one', next: undefined })
  expect(around('not-published')).toMatchObject({ previous: undefined, next: undefined })
})

test('related are those the editor names, in that order, without itself, gone ones and repetitions', () => {
  expect(around('three', ['one', 'three', 'gone', 'four', 'one']).related).toEqual(['one', 'four'])
})

test('without any, the newest of the topic', () => {
  expect(around('five').related).toEqual(['three', 'two', 'one'])
  expect(around('three', ['gone']).related).toEqual(['five', 'two', 'one'])
})
