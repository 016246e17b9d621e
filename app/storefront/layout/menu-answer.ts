import type { CatalogueMenu, DepartmentMenu } from '#app/shop/catalogue/menu.ts'

/**
 * Reads an answer of the own API, which may lie behind another address (API_URL): `null` for whatever is no menu. An entry
 * that cannot be shown is left out.
 */
export function readMenu(body: unknown): CatalogueMenu | null {
  if (!isObject(body)) return null
  const [watches, jewelry] = [readDepartment(body.watches), readDepartment(body.jewelry)]
  return watches && jewelry && { watches, jewelry }
}

function readDepartment(given: unknown): DepartmentMenu | null {
  if (!isObject(given) || !isAddress(given.href) || !isCount(given.total)) return null
  const groups = listOf(given.groups, isGroup).map(({ label, choices }) => ({
    label,
    choices: listOf(choices, isChoice),
  }))
  return {
    href: given.href,
    total: given.total,
    makers: listOf(given.makers, isChoice),
    groups,
    prices: listOf(given.prices, isChoice),
    newest: listOf(given.newest, isCard),
  }
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null
const isText = (given: unknown): given is string => typeof given === 'string' && given !== ''
/** Within the shop. */
const isAddress = (given: unknown): given is string => isText(given) && /^\/(?:de|en)\//.test(given)
const isCount = (given: unknown): given is number => Number.isInteger(given) && Number(given) >= 0

const isChoice = (given: unknown): given is DepartmentMenu['makers'][number] =>
  isObject(given) && isText(given.label) && isAddress(given.href) && isCount(given.count)
const isGroup = (given: unknown): given is { label: string; choices: unknown } =>
  isObject(given) && isText(given.label)
const isCard = (given: unknown): given is DepartmentMenu['newest'][number] =>
  isObject(given) &&
  isAddress(given.href) &&
  isText(given.name) &&
  isCount(given.cents) &&
  Array.isArray(given.photos) &&
  given.photos.every(isText)

function listOf<Entry>(given: unknown, is: (each: unknown) => each is Entry): Entry[] {
  return Array.isArray(given) ? given.filter(is) : []
}
