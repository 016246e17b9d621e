import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readPreviewQuery, writePreviewQuery } from './preview-query.ts'

const key = { spaceId: '606', token: 'preview-token' }
const now = new Date('2026-11-20T09:00:00Z')
const seconds = now.getTime() / 1000

/** As the visual editor signs an address. */
function signed({ at = seconds, space = '606', token = 'preview-token' } = {}) {
  return new URLSearchParams({
    _storyblok: '42',
    _storyblok_lang: 'en',
    '_storyblok_tk[space_id]': space,
    '_storyblok_tk[timestamp]': String(at),
    '_storyblok_tk[token]': createHash('sha1').update(`${space}:${token}:${at}`).digest('hex'),
  })
}

/** A good address with one parameter changed. */
function changed(name: string, change: (value: string) => string) {
  const query = signed()
  query.set(name, change(query.get(name) ?? ''))
  return query
}

describe('the address of a preview', () => {
  test('counts for an hour with the signature of its space', () => {
    const request = { storyId: 42, language: 'en' }
    expect(readPreviewQuery(signed(), key, now)).toEqual(request)
    expect(readPreviewQuery(signed({ at: seconds - 3600 }), key, now)).toEqual(request)
    expect(readPreviewQuery(writePreviewQuery({ storyId: 42, language: 'en' }, key, now), key, now)).toEqual(
      request,
    )
  })

  test.each([
    ['older than an hour', signed({ at: seconds - 3601 })],
    ['from the future', signed({ at: seconds + 1 })],
    ['of another space', signed({ space: '607' })],
    ['signed with another token', signed({ token: 'public-token' })],
    ['named for another space than it is signed for', changed('_storyblok_tk[space_id]', () => '607')],
    ['signed up to the last sign', changed('_storyblok_tk[token]', (token) => `${token.slice(0, -1)}x`)],
    ['signed with the first half', changed('_storyblok_tk[token]', (token) => token.slice(0, 20))],
    ['without a signature', new URLSearchParams({ _storyblok: '42' })],
    ['of no story', new URLSearchParams([...signed(), ['_storyblok', '']].slice(1))],
  ])('does not count when it is %s', (_, query) => {
    expect(readPreviewQuery(query, key, now)).toBeNull()
  })
})
