import { LRUCache } from 'lru-cache'
import type { App } from '#app/app-context.ts'
import { storyblokCopy } from '#app/content/storyblok-copy.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { findAsset } from '#app/shop/catalogue/photos-assets.ts'
import { encodingOf } from '#app/shop/catalogue/photos-encodings.ts'
import { copyInWorker, drawInWorker } from '#app/shop/catalogue/photos-workers.ts'
import { type CardPicture, cardFile, cardFormat, type SocialCard } from './card.ts'
import { background, layOut, pictureBox } from './lay-out.ts'
import { typefaces } from './typeface.ts'

type Means = Pick<App, 'files' | 'shippedAssets' | 'log'>

/** `complete`: with its picture, if it has one. `busy`: too many others wait for theirs. */
type Drawn = { ok: true; bytes: Uint8Array; complete: boolean } | { ok: false; reason: 'busy' | 'failed' }

/** Some two hundred cards. */
const maxBytes = 16 * 1024 * 1024
const kept = new WeakMap<Means['files'], LRUCache<string, Uint8Array>>()
const drawing = new Map<string, Promise<Drawn>>()
const maxWaiting = 12

/**
 * A card as PNG or JPEG of 1200 × 630 px. It is drawn once while it is remembered, however many ask for it, one card
 * after the other and in a process of its own.
 */
export async function drawCard(means: Means, card: SocialCard): Promise<Drawn> {
  const cache =
    kept.get(means.files) ?? new LRUCache({ maxSize: maxBytes, sizeCalculation: (bytes) => bytes.length })
  kept.set(means.files, cache)
  const file = cardFile(card)
  const bytes = cache.get(file)
  if (bytes) return { ok: true, bytes, complete: true }
  const awaited = drawing.get(file)
  if (awaited) return awaited
  if (drawing.size >= maxWaiting) return { ok: false, reason: 'busy' }
  const work = draw(means, card).finally(() => drawing.delete(file))
  drawing.set(file, work)
  const drawn = await work
  if (drawn.ok && drawn.complete) cache.set(file, drawn.bytes)
  return drawn
}

async function draw(means: Means, card: SocialCard): Promise<Drawn> {
  const bytes = card.picture && (await readPicture(means, card.picture))
  const complete = card.picture === null || bytes !== null
  const answer = await drawInWorker({
    kind: 'card',
    drawing: layOut(complete ? card : { ...card, picture: null }, await typefaces()),
    background,
    picture: bytes && { bytes, focus: focusOf(card.picture), box: pictureBox },
    format: cardFormat(card),
  })
  if (answer.ok && answer.kind === 'card') return { ok: true, bytes: answer.bytes, complete }
  means.log.error({ answer, title: card.title }, 'a card cannot be drawn')
  return { ok: false, reason: 'failed' }
}

function focusOf(picture: CardPicture | null): { x: number; y: number } {
  return (picture?.from === 'own' && picture.focus) || { x: 50, y: 50 }
}

/** The picture, large enough for its box; `null` when it is not to be had now. */
async function readPicture(means: Means, picture: CardPicture): Promise<Uint8Array | null> {
  if (picture.from === 'storyblok') return readStoryblok(picture.src)
  const { files, shippedAssets } = means
  const id =
    picture.from === 'photo' ? picture.id : (await findAsset(files, shippedAssets, picture.name))?.photo.id
  const copy = id === undefined ? null : await photoVariant(files, id, 960, 'jpg')
  return copy && new Uint8Array(await new Response(copy.stream()).arrayBuffer())
}

/** What comes from elsewhere is decoded where no drawing is. */
async function readStoryblok(src: string): Promise<Uint8Array | null> {
  const { width, height } = pictureBox
  const source = await storyblokCopy(src, { width, height })
  if (source === null) return null
  const answer = await copyInWorker({
    kind: 'copy',
    source,
    orientation: 1,
    width: 640,
    encoding: encodingOf('jpg'),
    maxPixels: 4_000_000,
  })
  return answer.ok && answer.kind === 'copy' ? answer.bytes : null
}
