import { expect, test } from 'vitest'
import { isOfAnotherSite, parseEvent } from './event.ts'

const site = 'https://goldhaus-köln.example'
const hosts = ['shop.test:8080', 'zähler.example']
const isOthers = (event: object) => isOfAnotherSite({ n: 'pageview', u: '/de', ...event }, site, hosts)

test.each([
  'ftp://goldhaus-köln.example/de',
  'ftp://other.example/de',
  'ws://shop.test:8080/de',
  'file:///de',
  'chrome-extension://abcdefghijklmnop/de',
  'android-app://com.example/de',
  'https://goldhaus-koln.example/de',
  'https://goldhaus-köln.example.other.example/de',
  'https://goldhaus-köln.example:8443/de',
  'http://shop.test/de',
  'https://goldhaus-köln.example@other.example/de',
  'https://goldhaus-köln.example%40other.example/de',
  'https:\\\\other.example\\de',
  '/\\other.example/de',
  ' https://other.example/de',
])('an address is another site’s: %s', (u) => {
  // The last resort for what no address can be read from is that it is no event.
  expect(isOthers({ u }) || parseEvent({ n: 'pageview', u }, site) === null).toBe(true)
})

test.each([
  'https://xn--goldhaus-kln-ejb.example/de',
  'https://Goldhaus-KÖLN.example/de',
  'https://goldhaus-köln.example:443/de',
  'https://somebody:secret@goldhaus-köln.example/de',
  'http://shop.test:8080/de',
  'https://zähler.example/de',
  'HTTPS://goldhaus-köln.example/de',
  '//goldhaus-köln.example/de',
  '/de',
])('an address is ours: %s', (u) => {
  expect(isOthers({ u })).toBe(false)
  expect(parseEvent({ n: 'pageview', u }, site)?.path).toBe('/de')
})

test.each([
  ['goldhaus-köln.example', false],
  ['xn--goldhaus-kln-ejb.example', false],
  ['www.Goldhaus-Köln.example', false],
  ['zähler.example', false],
  ['other.example, zähler.example', false],
  ['shop.test', false],
  ['shop.test:8080', false],
  ['any name', false],
  ['goldhaus-koln.example', true],
  ['zaehler.example', true],
  ['shop.test:9999', true],
  ['shop.test@other.example', true],
  ['other.example@shop.test', true],
  ['other.example/shop.test', true],
])('the domain %s is another site’s: %s', (d, others) => {
  expect(isOthers({ d })).toBe(others)
})
