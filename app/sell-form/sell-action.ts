import { createHash } from 'node:crypto'
import { data, redirect } from 'react-router'
import type { App } from '#app/app-context.ts'
import type { ErrorAnswer } from '#app/error-answer.ts'
import { formAgain } from '#app/forms/form-again.ts'
import { givenIn, textsIn } from '#app/forms/parse-form.ts'
import { readForm, rememberForm } from '#app/forms/read-form.ts'
import { readMailAddress } from '#app/language/mail-address.ts'
import { pathTo } from '#app/language/route-table.ts'
import { FormFault, isMultipart, readMultipart } from '#app/platform/multipart.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { type ShownSteps, sellFields, sellSteps } from '#app/shop/buying/sell-request-fields.ts'
import {
  isUploadToken,
  type ParsedSellRequest,
  parseSellRequest,
} from '#app/shop/buying/sell-request-form.ts'
import {
  addSellPhoto,
  listSellPhotos,
  newUploadToken,
  removeSellPhoto,
} from '#app/shop/buying/sell-request-photos.ts'
import { readLines } from '#app/shop/buying/valuation.ts'
import { messageSentCookie } from '#app/shop/enquiries/message-sent.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { SellAnswer } from './sell-answer.ts'

/** Ten photos of the largest size, and room for the words. */
const limits = { total: 256 * 1024 * 1024, field: 64 * 1024, parts: 120 }

/** `client`: a pseudonym of the network address, null when that is not known. */
type Asked = { app: App; client: string | null; request: Request }

/** `token`: the one that the form brought; `upload`: the one under which its photos lie. */
type Entered = {
  form: FormData
  token: string | null
  upload: string | null
  refused: SellAnswer['refused']
}

/**
 * The request form, wherever an editor has put it: photos that travel with it are kept first, then the request is
 * stored, and the seller goes on to their own page. `step` asks for a line or a photo more or less instead.
 */
export async function sellAction({ app, client, request }: Asked) {
  const now = app.now()
  const entered = await readEntered(app, request, client)
  const { form, upload } = entered
  const step = form.get('step')
  if (typeof step === 'string') {
    const drop = /^drop-([0-9a-f]{32})$/.exec(step)?.[1]
    if (drop && upload) await removeSellPhoto(app.db, upload, drop, app.files)
    const reason = /^(more|less)/.test(step) ? 'lines' : stepIn(step) ? 'step' : 'photos'
    return comeBack(app, entered, { reason }, entered.refused.length > 0 ? 422 : 200)
  }
  form.set('submission', submissionOf(form, entered.token, now))
  const parsed = parseSellRequest(form, 'de')
  if (!parsed.ok && parsed.reason === 'robot') {
    const cookie = messageSentCookie(app.env.SITE_URL.startsWith('https:'))
    return redirect(pathTo('de', 'contact-success'), { status: 303, headers: { 'set-cookie': cookie } })
  }
  if (!parsed.ok || entered.refused.length > 0) {
    const faults = parsed.ok ? {} : faultsOf(parsed)
    return comeBack(app, entered, { reason: 'incomplete', ...faults }, 422)
  }
  const submitted = await submitSellRequest(app.db, parsed.request, {
    client,
    settings: await currentSettings(app.db),
    now,
    feed: app.env.METAL_FEED_URL === undefined ? null : { url: app.env.METAL_FEED_URL, log: app.log },
  })
  if (submitted.ok)
    return redirect(`${pathTo('de', 'sell-request', { token: submitted.token })}?done=sent`, 303)
  if (submitted.reason === 'no-such-branch') {
    return comeBack(app, entered, { reason: 'incomplete', faults: { branch: 'invalid' } }, 422)
  }
  return comeBack(app, entered, { reason: 'too-often' }, 429, submitted.retryAfter)
}

function faultsOf({ faults, lineFaults }: Extract<ParsedSellRequest, { reason: 'incomplete' }>) {
  const { submission: _, ...shown } = faults
  return { faults: shown, lineFaults }
}

/** What was typed, and the photos that came along: those are kept at once, so that nothing is lost with a fault. */
async function readEntered(app: App, request: Request, client: string | null): Promise<Entered> {
  if (!isMultipart(request)) {
    const form = await readForm(request)
    const token = tokenIn(form)
    return { form, token, upload: token, refused: [] }
  }
  const form = rememberForm(request, new FormData())
  let upload: string | null = null
  let failure: unknown = null
  const refused: { name: string; reason: SellAnswer['refused'][number]['reason'] }[] = []
  try {
    for await (const part of readMultipart(request, limits)) {
      if (part.kind === 'field') {
        form.append(part.name, part.text)
        continue
      }
      // A file field in which nothing was chosen.
      if (part.name !== 'photos' || part.fileName === '') continue
      upload ??= tokenIn(form) ?? newUploadToken()
      if (failure !== null) continue
      const added = await addSellPhoto(app.db, app.files, { upload }, { stream: part.stream, client }).catch(
        (error: unknown) => {
          // The words that follow are still read: they are given back with the failure.
          failure = error
          return null
        },
      )
      if (added?.ok === false) refused.push({ name: part.fileName.slice(0, 120), reason: added.reason })
    }
    if (failure !== null) throw failure
  } catch (error) {
    if (!(error instanceof FormFault)) throw error
    throw data<ErrorAnswer>({ message: error.message, fatal: false }, { status: error.status })
  }
  const token = tokenIn(form)
  upload ??= token
  form.set('upload', upload ?? '')
  return { form, token, upload, refused }
}

function tokenIn(form: FormData): string | null {
  const token = form.get('upload')
  return typeof token === 'string' && isUploadToken(token) ? token : null
}

/** What says nothing of what is offered. */
const unsaid = ['submission', 'upload', 'at']

/**
 * Which request this is: the same words under the same token sent twice are one, and so is a double click without a
 * script, where the day stands for the token. Somebody who goes back and changes something makes another request.
 */
function submissionOf(form: FormData, token: string | null, now: Date): string {
  const hash = createHash('sha256')
  const said = [...form].filter(([name]) => !unsaid.includes(name))
  hash.update(JSON.stringify([token ?? now.toISOString().slice(0, 10), said]))
  const hex = hash.digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}

/** The form again, with everything that was typed and the photos that arrived. */
async function comeBack(
  { db }: App,
  { form, upload, refused }: Entered,
  answer: Pick<SellAnswer, 'reason'> & Partial<Pick<SellAnswer, 'faults' | 'lineFaults'>>,
  status: number,
  retryAfter?: number,
) {
  const read = readMailAddress(textsIn(form, 'email')[0] ?? '')
  const photos = upload ? await listSellPhotos(db, { upload }) : []
  const sell: SellAnswer = {
    faults: {},
    lineFaults: [],
    ...answer,
    at: refused.length > 0 ? 'photos' : shownStep(form),
    lines: linesIn(form),
    given: givenIn(form, sellFields),
    meant: read.ok ? null : read.suggestion,
    upload,
    photos: photos.map(({ id, width, height }) => ({ id, width, height })),
    refused,
  }
  return formAgain<{ sell: SellAnswer }>(
    { sell },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
    },
  )
}

/** Where a button leads (`to-way`) while the form's code has not come. */
const stepIn = (step: string) => sellSteps.find((name) => step === `to-${name}`)

/** Where the form goes on: where it was, or where its button leads. */
function shownStep(form: FormData): ShownSteps | null {
  const [step, at] = [form.get('step'), form.get('at')]
  const led = typeof step === 'string' && stepIn(step)
  if (led) return led
  return at === 'all' ? at : (sellSteps.find((name) => name === at) ?? null)
}

function linesIn(form: FormData) {
  const query = new URLSearchParams()
  for (const name of ['item', 'amount']) {
    for (const value of form.getAll(name)) if (typeof value === 'string') query.append(name, value)
  }
  const step = form.get('step')
  if (step === 'more') query.set('more', '1')
  const less = typeof step === 'string' ? /^less-(\d{1,2})$/.exec(step)?.[1] : undefined
  if (less) query.set('remove', less)
  return readLines(query)
}
