import type { BlockOf } from '../block.ts'
import { drawIcon, type SetIcon } from '../icons/icon-sets.ts'
import type { LoadContext } from '../load-blocks.ts'

/** An icon of a set goes into the page as it is rendered; the browser asks for what was not found. */
export async function loadIcon(
  { icon }: BlockOf<'icon'>,
  { apiUrl }: LoadContext,
): Promise<{ drawn: SetIcon | null; apiUrl: string } | null> {
  return icon === undefined ? null : { drawn: await drawIcon(icon), apiUrl }
}
