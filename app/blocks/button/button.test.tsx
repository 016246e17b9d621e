import { expect, test } from 'vitest'
import { renderDelivered, testBlock } from '#tests/blocks.tsx'

testBlock('button', {
  refuses: [
    [{ link: { url: '/de' } }, 'label: is required'],
    [{ label: 'Weiter' }, 'link: is required'],
    [{ label: 'Weiter', link: { linktype: 'url', url: '' } }, 'link: is required'],
    [
      { label: 'Weiter', link: { url: 'javascript:alert(1)' } },
      'link: the link leads nowhere or may not be followed',
    ],
  ],
})

const arrow = (label: string, more = {}) => ({
  component: 'button',
  _uid: label,
  label,
  link: { linktype: 'story', cached_url: 'watches' },
  variant: 'arrow',
  ...more,
})

test('neighbouring arrow lines stand in one list, buttons in one row', async () => {
  const { html } = await renderDelivered(
    [arrow('A'), arrow('B'), arrow('C', { variant: 'primary' }), arrow('D', { variant: 'quiet' })],
    'de',
  )
  const parents = html.split('<div><!--$-->')
  expect(parents).toHaveLength(2)
  expect(html).toMatch(/flex-wrap[^>]*>.*>C<.*>D</s)
})

test('an arrow line shows the number that its loader brought', async () => {
  const { html } = await renderDelivered([arrow('Uhren', { count: 'watches' })], 'de')
  expect(html).toMatch(/aria-hidden="true">64</)
  expect(html).toContain('href="/de/uhren"')
})
