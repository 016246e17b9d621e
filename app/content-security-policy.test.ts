import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const policyOf = (visit: Parameters<typeof contentSecurityPolicy>[1], html = '') =>
  new Map(
    contentSecurityPolicy(html, visit)
      .split('; ')
      .map((rule) => [rule.split(' ', 1)[0] ?? '', rule.split(' ').slice(1).join(' ')]),
  )

test('the search and photos come from our own origin, and from the API where that lies elsewhere', () => {
  const usual = policyOf({ apiUrl: '/api' })
  expect(usual.get('connect-src')).toBe("'self'")
  expect(usual.get('img-src')).toBe("'self' data: https://*.storyblok.com")
  const elsewhere = policyOf({ apiUrl: 'https://api.shop.example/v1' })
  expect(elsewhere.get('connect-src')).toBe("'self' https://api.shop.example")
  expect(elsewhere.get('img-src')).toBe("'self' https://api.shop.example data: https://*.storyblok.com")
  expect(elsewhere.get('default-src')).toBe("'none'")
})

test('of inline scripts exactly those of the page run', () => {
  const rules = policyOf({ apiUrl: '/api' }, '<script>1</script><script src="/a.js"></script>')
  expect(rules.get('script-src')).toMatch(/^'self' 'sha256-[\w+/]{43}='$/)
  expect(rules.get('frame-ancestors')).toBe("'self'")
  const editors = ['https://app.storyblok.com']
  expect(policyOf({ apiUrl: '/api', editors }).get('frame-ancestors')).toBe(
    "'self' https://app.storyblok.com",
  )
})
