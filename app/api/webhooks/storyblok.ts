import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { appContext } from '#app/app-context.ts'
import { parseJson, readAtMost } from '#app/platform/request-body.ts'

/** Far more than a notice has. */
const maxBytes = 64 * 1024

/** What Storyblok tells: `action` is published, unpublished, deleted, moved …; other kinds of notices have no story. */
const notice = z.object({ action: z.string(), story_id: z.number().optional() })

/**
 * `POST {apiUrl}/webhooks/storyblok`: something was published in the content space, so every process reads it anew (what
 * is dropped: `outdate` in `app/content/story-cache.ts`). Signed with `STORYBLOK_WEBHOOK_SECRET` in the header
 * `webhook-signature` (HMAC-SHA1 of the body, hexadecimal).
 */
export async function action({
  request,
  context,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<Response> {
  const { env, stories, log } = context.get(appContext)
  if (request.method !== 'POST') return answer(405, 'method not allowed')
  if (env.STORYBLOK_WEBHOOK_SECRET === undefined) return answer(404, 'no webhook is set up')
  const body = await readAtMost(request, maxBytes)
  if (body === null) return answer(413, 'too large')
  if (!isSigned(body, request.headers.get('webhook-signature'), env.STORYBLOK_WEBHOOK_SECRET))
    return answer(401, 'not signed')
  const parsed = notice.safeParse(parseJson(body))
  if (!parsed.success) return answer(400, 'no notice')
  const { action: what, story_id: story } = parsed.data
  log.info({ what, story }, 'the content service tells of a change')
  await stories.announce(story ?? null)
  return answer(200, 'ok')
}

export function loader(): Response {
  return answer(405, 'method not allowed')
}

function isSigned(body: string, given: string | null, secret: string): boolean {
  const wanted = Buffer.from(createHmac('sha1', secret).update(body).digest('hex'))
  const signature = Buffer.from((given ?? '').toLowerCase())
  return signature.length === wanted.length && timingSafeEqual(signature, wanted)
}

/** Storyblok counts a notice as delivered when it is answered 2xx with JSON. */
function answer(status: number, said: string): Response {
  return Response.json({ said }, { status, headers: { 'cache-control': 'no-store' } })
}
