import { z } from 'zod'
import type { App } from '#app/app-context.ts'
import { takeBody } from '#app/platform/left-body.ts'
import { photoMaster } from '#app/shop/catalogue/photos.ts'
import { maxPhotoBytes } from '#app/shop/catalogue/photos-inspect.ts'
import { addPhoto } from '#app/shop/piece-photos/add-photo.ts'
import {
  describePhoto,
  orderPhotos,
  removePhoto,
  restorePhoto,
  turnPhotoOfPiece,
} from '#app/shop/piece-photos/change-photos.ts'
import { type EarlierPhoto, earlierPhotos } from '#app/shop/piece-photos/earlier-photos.ts'
import {
  endPhotoLinks,
  findPhotoLink,
  openPhotoLink,
  photoLinkMinutes,
} from '#app/shop/piece-photos/photo-links.ts'
import { phoneReach } from '#app/shop/piece-photos/reach.ts'
import { type PhotosOfPiece, photosOfPiece } from '#app/shop/piece-photos/read-photos.ts'
import { replacePhoto, returnToEarlierPhoto } from '#app/shop/piece-photos/replace-photo.ts'
import { photoRoles } from '#app/shop/piece-photos/shots.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { action, type OfficeRequest, openAction, screen } from '../answer.ts'
import { logNotAllowed } from '../log-refusal.ts'

/** So much of what nobody wants is read: a photo that is too heavy by far. */
const mostUnwanted = 2 * maxPhotoBytes

const piece = z.string().min(1).max(20)
const photo = z.string().regex(/^[0-9a-f]{32}$/)
const shot = z.string().max(40)
/** In the query of an upload all is text. */
const version = z.coerce.number().int().nonnegative()
const token = z.string().max(100)
const altText = z.string().trim().min(1, 'missing').max(300, 'too-long')
const perMille = z.int().min(0).max(1000)

const onePhoto = z.object({ piece, photo, version })

/** A picture that a photo was before it was replaced. */
export type EarlierShown = Pick<EarlierPhoto, 'id' | 'original' | 'by'> & { replacedAt: string }

export type PhotosShown = PhotosOfPiece & {
  apiUrl: string
  /** By the photo that took their place; those of most photos are none. */
  earlier: Readonly<Record<string, readonly EarlierShown[]>>
}

async function shownOf({ db, env }: App, pieceId: string): Promise<PhotosShown | null> {
  const found = await photosOfPiece(db, pieceId)
  if (!found) return null
  const earlier = Object.entries(await earlierPhotos(db, pieceId)).map(([now, all]) => [
    now,
    all.map(({ id, original, by, replacedAt }) => ({
      ...{ id, original, by, replacedAt: replacedAt.toISOString() },
    })),
  ])
  return { ...found, apiUrl: env.API_URL, earlier: Object.fromEntries(earlier) }
}

/** With an outcome, good or bad, all that is there now: whoever lost against another sees it at once. */
async function withPhotos<Outcome extends { ok: boolean }>(app: App, pieceId: string, outcome: Outcome) {
  return { ...outcome, shown: await shownOf(app, pieceId) }
}

export const photosScreens = {
  'piece-photos': screen({
    permission: 'pieces.see',
    load: async (request, { params, query }) => {
      const { app } = request
      const asked = query.get('earlier')
      if (asked !== null) throw await earlierPicture(request, params.id ?? '', asked)
      const shown = await shownOf(app, params.id ?? '')
      if (!shown) throw new Response(null, { status: 404 })
      return shown
    },
  }),
} as const

const permission = 'photos.edit'

/** A picture that was replaced, in full size: customers see it no more, so that it has no public address. */
async function earlierPicture(
  { app, member }: OfficeRequest,
  pieceId: string,
  asked: string,
): Promise<Response> {
  if (!may(member.role, permission)) {
    logNotAllowed(app.log, member, 'a photo that was replaced', permission)
    return new Response(null, { status: 403 })
  }
  const all = Object.values(await earlierPhotos(app.db, pieceId)).flat()
  const file = all.some(({ id }) => id === asked) ? await photoMaster(app.files, asked) : null
  if (!file) return new Response(null, { status: 404 })
  return new Response(file.stream(), {
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(file.size),
      'content-disposition': 'inline; filename="foto.jpg"',
      'x-content-type-options': 'nosniff',
    },
  })
}

export const photosActions = {
  /** The body is one photo. */
  'photos.add': action({
    permission,
    input: z.object({ piece, shot: shot.optional() }),
    run: async ({ app, member, request }, input) => {
      const outcome = await takeBody(request, mostUnwanted, (stream) =>
        addPhoto(app.db, app.files, member, { pieceId: input.piece, shot: input.shot ?? null, stream }),
      )
      return withPhotos(app, input.piece, outcome)
    },
  }),
  /** The body is the photo that takes the place. */
  'photos.replace': action({
    permission,
    input: onePhoto,
    run: async ({ app, member, request }, input) => {
      const outcome = await takeBody(request, mostUnwanted, (stream) =>
        replacePhoto(app.db, app.files, member, { ...changeOf(input), stream }),
      )
      return withPhotos(app, input.piece, outcome)
    },
  }),
  /** A picture that was replaced takes its place again. */
  'photos.use-earlier': action({
    permission,
    input: onePhoto.extend({ original: photo }),
    run: async ({ app, member }, { original, ...input }) => {
      const change = { ...changeOf(input), original }
      return withPhotos(app, input.piece, await returnToEarlierPhoto(app.db, app.files, member, change))
    },
  }),
  'photos.order': action({
    permission,
    input: z.object({ piece, version, photos: z.array(photo).max(200) }),
    run: async ({ app, member }, input) => {
      const change = { pieceId: input.piece, version: input.version, ids: input.photos }
      return withPhotos(app, input.piece, await orderPhotos(app.db, member, change))
    },
  }),
  'photos.describe': action({
    permission,
    input: onePhoto.extend({
      words: z.object({
        alt: z.object({ de: altText, en: altText }).optional(),
        role: z.enum(photoRoles).optional(),
        shot: shot.nullable().optional(),
        focus: z.object({ x: perMille, y: perMille }).nullable().optional(),
      }),
    }),
    run: async ({ app, member }, input) => {
      const change = { ...changeOf(input), words: input.words }
      return withPhotos(app, input.piece, await describePhoto(app.db, member, change))
    },
  }),
  'photos.turn': action({
    permission,
    input: onePhoto.extend({
      quarterTurns: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
      straightened: z.int().min(-150).max(150),
    }),
    run: async ({ app, member }, { quarterTurns, straightened, ...input }) => {
      const change = { ...changeOf(input), turn: { quarterTurns, straightened } }
      return withPhotos(app, input.piece, await turnPhotoOfPiece(app.db, app.files, member, change))
    },
  }),
  'photos.remove': action({
    permission,
    input: onePhoto,
    run: async ({ app, member }, input) =>
      withPhotos(app, input.piece, await removePhoto(app.db, member, changeOf(input))),
  }),
  'photos.restore': action({
    permission,
    input: onePhoto,
    run: async ({ app, member }, input) =>
      withPhotos(app, input.piece, await restorePhoto(app.db, member, changeOf(input))),
  }),
  /** A link for the phone: to the camera page of this piece, with what may keep a phone from opening it. */
  'photos.open-link': action({
    permission,
    input: z.object({ piece }),
    run: async ({ app, member }, input) => {
      const link = await openPhotoLink(app.db, member, input.piece)
      if (!link.ok) return link
      const reach = phoneReach(app.env)
      const address = `${reach.origin}/office/camera/${link.token}`
      return {
        ok: true as const,
        address,
        expiresAt: link.expiresAt.toISOString(),
        minutes: photoLinkMinutes,
        reach,
      }
    },
  }),
  'photos.end-link': action({
    permission,
    input: z.object({ piece }),
    run: async ({ app, member }, input) => {
      await endPhotoLinks(app.db, member, input.piece)
      return { ok: true as const }
    },
  }),
  /** What the camera page shows, to whoever has its token: this piece's photos, and what is still wanted. */
  'camera.look': openAction({
    permission: null,
    input: z.object({ token }),
    run: async ({ app }, input) => {
      const link = await findPhotoLink(app.db, input.token)
      return cameraOf(app, link?.pieceId, { ok: true })
    },
  }),
  /** The body is one photo. */
  'camera.add': openAction({
    permission: null,
    input: z.object({ token, shot: shot.optional() }),
    run: async ({ app, request }, input) => {
      const link = await findPhotoLink(app.db, input.token)
      const outcome = await takeBody(request, mostUnwanted, async (stream) =>
        link === null
          ? ({ ok: false, reason: 'ended' } as const)
          : addPhoto(app.db, app.files, link.member, {
              pieceId: link.pieceId,
              shot: input.shot ?? null,
              stream,
            }),
      )
      return cameraOf(app, link?.pieceId, outcome)
    },
  }),
} as const

function changeOf({ piece, photo, version }: z.output<typeof onePhoto>) {
  return { pieceId: piece, photoId: photo, version }
}

/** What somebody who is not signed in is told: nothing of the piece but its name and its photos. */
async function cameraOf<Outcome extends { ok: boolean }>(
  app: App,
  pieceId: string | undefined,
  outcome: Outcome,
) {
  const found = pieceId === undefined ? null : await photosOfPiece(app.db, pieceId)
  if (!found) return { ok: false as const, reason: 'ended' as const }
  const { piece: shown, photos, wanted, missing } = found
  return {
    ...outcome,
    apiUrl: app.env.API_URL,
    piece: { id: shown.id, kind: shown.kind, name: shown.name },
    photos: photos.map(({ id, shot }) => ({ id, shot })),
    wanted,
    missing,
  }
}
