import { matchRoute } from '#app/language/route-table.ts'
import { followedAddress, isPlainClick } from './follow-links.ts'

/** Whether a photo may move at all. */
const mayMove = () =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches

let named: HTMLElement | null = null

/** The one photo of a page that may be carried into another: names are unique, and a piece may be shown twice. */
function name(photo: HTMLElement | null): void {
  if (named) named.style.viewTransitionName = ''
  named = photo
  if (photo) photo.style.viewTransitionName = 'piece-photo'
}

/** A card's photo in its frame. */
const cardPhoto = ':scope > div'

const mainPhoto = () => document.querySelector<HTMLElement>('.piece-main-photo')

/** The stock number of the piece whose page is shown. */
const shownPiece = () => document.querySelector<HTMLElement>('main [data-piece]')?.dataset.piece

const pieceAt = (pathname: string) => {
  const match = matchRoute(pathname)
  return match?.name === 'product' ? match.params.id : undefined
}

/** The photo of a piece's card that can be seen, the first of several. */
function photoOnCard(piece: string): HTMLElement | null {
  const links = document.querySelectorAll<HTMLAnchorElement>('main a.card')
  const photos = [...links].flatMap((link) =>
    pieceAt(link.pathname) === piece ? (link.querySelector<HTMLElement>(cardPhoto) ?? []) : [],
  )
  return photos.find((photo) => isSeen(photo.getBoundingClientRect())) ?? null
}

const isSeen = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight

let next: (() => HTMLElement | null) | null = null

/** React draws the next page in one go, and the browser takes its picture afterwards. */
const redrawn = new MutationObserver(() => {
  const photo = next?.()
  if (!photo) return
  name(photo)
  end()
})

function begin(from: HTMLElement, to: () => HTMLElement | null): void {
  name(from)
  next = to
  redrawn.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

function end(): void {
  next = null
  redrawn.disconnect()
}

const pageOf = (piece: string) => () => (shownPiece() === piece ? mainPhoto() : null)

function goBackOrForward(): void {
  end()
  if (!mayMove()) return
  const [left, come] = [shownPiece(), pieceAt(location.pathname)]
  const card = come ? photoOnCard(come) : null
  const main = mainPhoto()
  if (come && card) begin(card, pageOf(come))
  else if (left && main) begin(main, () => (shownPiece() === left ? null : photoOnCard(left)))
}

/** The photo of a card that is followed becomes the one of its page, and the other way round on the way back. */
export function carryPhotos(signal: AbortSignal): void {
  // Before React and before the link is followed.
  document.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a.card')
      const photo = link?.querySelector<HTMLElement>(cardPhoto)
      const piece = link && pieceAt(link.pathname)
      if (!photo || !piece || !isPlainClick(event) || !followedAddress(link) || !mayMove()) return
      link.dataset.viewTransition = ''
      begin(photo, pageOf(piece))
    },
    { capture: true, signal },
  )
  // The router remembers which pages were left with a photo, and goes back in the same way.
  addEventListener('popstate', goBackOrForward, { signal })
  signal.addEventListener('abort', end)
}
