import { getIconData, getIcons, iconToSVG } from '@iconify/utils'

/** A set, or a part of one, as the Iconify API writes it. */
type IconifyJSON = Parameters<typeof getIcons>[0]

/** The sets of icons that come with the shop, as npm packages; read when one of theirs is first asked for. */
const sources: Record<string, () => Promise<{ default: unknown }>> = {
  iconoir: () => import('@iconify-json/iconoir/icons.json', { with: { type: 'json' } }),
  lucide: () => import('@iconify-json/lucide/icons.json', { with: { type: 'json' } }),
}

const sets = new Map<string, Promise<IconifyJSON>>()

/** A set by its prefix; null for one that is not there. */
function setOf(prefix: string): Promise<IconifyJSON> | null {
  const source = Object.hasOwn(sources, prefix) ? sources[prefix] : undefined
  if (!source) return null
  let set = sets.get(prefix)
  if (!set) {
    set = source().then((module) => bare(module.default as IconifyJSON))
    sets.set(prefix, set)
    set.catch(() => sets.delete(prefix))
  }
  return set
}

/** Nothing is found under `constructor` and other names that every object knows. */
function bare(set: IconifyJSON): IconifyJSON {
  Object.setPrototypeOf(set.icons, null)
  if (set.aliases) Object.setPrototypeOf(set.aliases, null)
  return set
}

/** The part of a set that holds these icons; names it does not know are left out. Null for an unknown set. */
export async function findIcons(prefix: string, names: readonly string[]): Promise<IconifyJSON | null> {
  const set = await setOf(prefix)
  if (!set) return null
  const { width, height, lastModified } = set
  return (
    getIcons(set, [...names]) ?? {
      prefix,
      icons: {},
      ...(width && { width }),
      ...(height && { height }),
      ...(lastModified && { lastModified }),
    }
  )
}

/** An icon ready to stand in a page. `body`: the inside of its `<svg>`, from the set and nowhere else. */
export type SetIcon = { viewBox: string; body: string }

/** `lucide:watch` → its drawing; null when there is none of this name. */
export async function drawIcon(name: string): Promise<SetIcon | null> {
  const [prefix = '', icon = ''] = name.split(':')
  const set = await setOf(prefix)
  const data = set && getIconData(set, icon)
  if (!data) return null
  const { attributes, body } = iconToSVG(data, { height: 'unset' })
  return { viewBox: attributes.viewBox, body }
}
