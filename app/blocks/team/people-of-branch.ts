import type { StoryFinder } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import { parseRoot } from '../parse-blocks.ts'

export type Person = { name: string; role: string | null }

/** The page that shows who works in the shop. */
const tellingStory = 'about-us'

type Asked = { stories: Pick<StoryFinder, 'findStory'>; locale: Locale; apiUrl: string }

/**
 * Who works in the branch of this city, as the team of the page about us says; nobody where it names none. Branches
 * carry the German name of their city, so places are compared in German.
 * @throws {ContentUnavailable} when the content service does not answer and no copy was ever kept
 */
export async function peopleOfBranch(city: string, asked: Asked): Promise<Person[]> {
  const [said, german] = await Promise.all([membersIn(asked.locale, asked), membersIn('de', asked)])
  return said
    .filter(({ name }) => german.find((each) => each.name === name)?.place?.includes(city))
    .map(({ name, role }) => ({ name, role: role ?? null }))
}

async function membersIn(locale: Locale, { stories, apiUrl }: Asked) {
  const found = await stories.findStory(locale, tellingStory)
  const page = found && parseRoot('page', found.story.content, { locale, apiUrl, preview: false })
  return page?.ok
    ? page.content.body.flatMap((block) => (block.component === 'team' ? block.members : []))
    : []
}
