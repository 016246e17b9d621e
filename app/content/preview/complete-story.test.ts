import { expect, test } from 'vitest'
import type { Story } from '../story-shape.ts'
import { completeContent } from './complete-story.ts'

const [shared, linked] = ['0c7f00f3-d6d8-40ed-8f5a-1d2f3a4b5c6d', '1c7f00f3-d6d8-40ed-8f5a-1d2f3a4b5c6d']
const storyOf = (uuid: string, slug: string) =>
  ({
    id: 9,
    uuid,
    full_slug: slug,
    content: { component: 'global', _uid: 'g', body: [] },
  }) as unknown as Story

test('an edited story gets what its editor knows by uuid only, and blocks say which they are', async () => {
  const asked: string[][] = []
  const content = await completeContent(
    {
      component: 'page',
      _uid: 'p',
      body: [
        { component: 'global-reference', _uid: 'r', reference: shared },
        { component: 'button', _uid: 'b', link: { linktype: 'story', id: linked, cached_url: 'faq' } },
        {
          component: 'button',
          _uid: 'c',
          link: { linktype: 'story', id: linked, story: storyOf(shared, 'before') },
        },
        {
          component: 'rich-text',
          _uid: 't',
          text: { marks: [{ type: 'link', attrs: { linktype: 'story', uuid: linked, href: '/faq' } }] },
        },
        { component: 'global-reference', _uid: 'd', reference: storyOf(shared, 'global/steps') },
      ],
    },
    { storyId: 7, spaceId: '606' },
    {
      whole: async (uuids) => {
        asked.push(uuids)
        return [storyOf(shared, 'global/steps')]
      },
      addresses: async (uuids) => {
        asked.push(uuids)
        return [storyOf(linked, 'faq')]
      },
    },
  )
  expect(asked).toEqual([[shared], [linked]])
  expect(content).toMatchObject({
    _editable: '<!--#storyblok#{"name":"page","space":"606","uid":"p","id":"7"}-->',
    body: [
      { reference: { full_slug: 'global/steps' } },
      { link: { story: { full_slug: 'faq' } } },
      { link: { story: { full_slug: 'faq' } } },
      { text: { marks: [{ attrs: { story: { full_slug: 'faq' } } }] } },
      // Delivered in place already: not this story's, and left alone.
      { reference: { content: expect.not.objectContaining({ _editable: expect.anything() }) } },
    ],
  })
})
