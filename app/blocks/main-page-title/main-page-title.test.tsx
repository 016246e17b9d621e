import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('main-page-title', {
  refuses: [
    [{}, 'title: is required'],
    [{ title: 'Titel', imagePosition: 'above' }, 'imagePosition: must be one of left, right, below'],
  ],
})

test('opens the page: its title is the h1, its picture is fetched at once', async () => {
  const { html } = await renderDelivered(
    [
      {
        component: 'main-page-title',
        title: 'Schönes bleibt',
        image: { filename: '/api/assets/editorial/hero.jpg', width: 1600, height: 1000, alt: 'Uhr' },
      },
    ],
    'de',
  )
  expect(html).toMatch(/<h1[^>]*>Schönes bleibt<\/h1>/)
  expect(html).toMatch(/<img[^>]*loading="eager"[^>]*>/)
  expect(html).toContain('fetchPriority="high"')
})

test('beside narrow words it shows the upright cut, beneath the title never', async () => {
  const title = (imagePosition: string) => ({
    component: 'main-page-title',
    title: 'Schönes bleibt',
    image: { filename: '/api/assets/editorial/hero.jpg', width: 1600, height: 1000, alt: 'Uhr' },
    uprightImage: { filename: '/api/assets/editorial/hero-upright.jpg', width: 1080, height: 1330, alt: '' },
    imagePosition,
  })
  const { html } = await renderDelivered([title('left')], 'de')
  const upright = html.match(/<source [^>]*hero-upright[^>]*>/g) ?? []
  expect(upright).toHaveLength(3)
  for (const source of upright) {
    expect(source).toContain('media="(min-width: 1024px) and (max-width: 1599px)"')
    expect(source).toMatch(/width="1080" height="1330"/)
  }
  // The first source that fits is taken: these come before those for all widths.
  expect(html.lastIndexOf('hero-upright')).toBeLessThan(html.indexOf('hero.jpg'))
  expect((await renderDelivered([title('below')], 'de')).html).not.toContain('hero-upright')
})

test('only buttons stand below the title', async () => {
  const { faults } = await renderDelivered(
    [{ component: 'main-page-title', title: 'T', actions: [{ component: 'faq', _uid: 'q' }] }],
    'de',
  )
  expect(faults).toMatchObject([{ component: 'faq', reason: 'only button may stand here' }])
})
