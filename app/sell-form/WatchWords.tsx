import { type RefObject, useEffect, useRef, useState } from 'react'
import { createTranslator } from 'use-intl'
import { dateFormat, formatPrice, timeZone } from '#app/language/formats.ts'
import words from '#app/language/messages/de/sell-watch.json'
import { longestWatchWords, type WatchAnswer, type WatchPrices } from '#app/shop/buying/watch-answers.ts'

const t = createTranslator({ locale: 'de', timeZone, messages: words })

const names = ['brand', 'model', 'reference'] as const
type Values = Record<(typeof names)[number], string>

/** „August 2026“ */
const month = dateFormat('de', { month: 'long', year: 'numeric', timeZone })

/** Long enough for a word to be finished. */
const pause = 350

/**
 * What the words that stand in the fields mean to the shop: a watch to take over with a press, and at what prices its like
 * stand here. It only says; what is sent is what stands in the fields.
 */
export default function WatchWords({
  fields,
  apiUrl,
}: {
  /** Holds the fields for maker, model and reference. */
  fields: RefObject<HTMLElement | null>
  apiUrl: string
}) {
  const [values, setValues] = useState<Values | null>(null)
  const [found, setFound] = useState<{ words: string; answer: WatchAnswer } | null>(null)
  const [taken, setTaken] = useState<{ before: Values; after: Values } | null>(null)
  const [undone, setUndone] = useState(false)
  const undo = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const place = fields.current
    const read = () => {
      setValues(readValues(place))
      setUndone(false)
    }
    read()
    place?.addEventListener('input', read)
    return () => place?.removeEventListener('input', read)
  }, [fields])

  const words = values ? wordsOf(values) : ''
  useEffect(() => {
    if (words.length < 3) return
    const stop = new AbortController()
    const wait = setTimeout(
      () =>
        ask(`${apiUrl}/sell-watch?${new URLSearchParams({ words })}`, stop.signal)
          .then((answer) => setFound({ words, answer }))
          // It would only have helped: everything can be said without it.
          .catch(() => undefined),
      pause,
    )
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [words, apiUrl])

  const write = (to: Values) => {
    writeValues(fields.current, to)
    setValues(to)
  }
  const take = (to: Values) => {
    if (values === null) return
    write(to)
    setTaken({ before: values, after: to })
    // The pressed button is gone with what it offered.
    requestAnimationFrame(() => undo.current?.focus())
  }
  // An answer to words of before says nothing of those that stand there now.
  const answer = found?.words === words ? found.answer : null
  const offered = values && answer ? offersOf(answer, values) : []
  const isTaken = taken !== null && values !== null && isSame(taken.after, values)
  return (
    <div className="grid gap-4 empty:hidden">
      <div role="status" className="grid gap-2 empty:hidden">
        {offered.length > 1 && <p>{t('several')}</p>}
        {offered.map((to) => {
          const watch = say(to)
          return (
            <p key={watch} className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <span>{t.rich('found', { watch, b: (text) => <b>{text}</b> })}</span>
              <button type="button" className="link min-h-11" onClick={() => take(to)}>
                {t.rich('take', {
                  watch,
                  name: (text) => <span className="sr-only">{text}</span>,
                })}
              </button>
            </p>
          )
        })}
        {isTaken && offered.length === 0 && (
          <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
            <span>{t('taken', { watch: say(taken.after) })}</span>
            <button
              ref={undo}
              type="button"
              className="link min-h-11"
              onClick={() => {
                write(taken.before)
                setTaken(null)
                setUndone(true)
                fields.current?.querySelector<HTMLElement>('[name="brand"]')?.focus()
              }}
            >
              {t('undo')}
            </button>
          </p>
        )}
        {undone && <p>{t('undone')}</p>}
      </div>
      {answer && values && words.includes(' ') && (
        <Prices
          prices={answer.prices}
          hasReference={Boolean(answer.watches[0]?.reference ?? values.reference)}
        />
      )}
    </div>
  )
}

function Prices({ prices, hasReference }: { prices: WatchPrices; hasReference: boolean }) {
  if (!prices.enough) {
    return (
      <p className="border-line border-l-2 pl-4 text-ink-soft text-step--1" role="status">
        {t('few')}
      </p>
    )
  }
  const { alike, lowCents, highCents, pieces, sold, since } = prices
  const [low, high] = [formatPrice(lowCents, 'de'), formatPrice(highCents, 'de')]
  return (
    <section aria-label={t('pricesTitle')} className="grid gap-2 border-line border-l-2 pl-4 text-step--1">
      <p className="font-medium" aria-hidden="true">
        {t('pricesTitle')}
      </p>
      <p className="num" role="status">
        {t.rich('prices', {
          ...{ alike, pieces, sold, since: month.format(new Date(since)) },
          span: low === high ? low : t('span', { low, high }),
          b: (text) => <b>{text}</b>,
        })}
      </p>
      {alike === 'model' && !hasReference && <p>{t('wide')}</p>}
      <p className="text-ink-soft">{t('why')}</p>
    </section>
  )
}

async function ask(address: string, signal: AbortSignal): Promise<WatchAnswer> {
  const { ofetch } = await import('ofetch')
  return ofetch<WatchAnswer>(address, { signal })
}

const fieldIn = (place: ParentNode | null, name: string) =>
  place?.querySelector<HTMLInputElement>(`[name="${name}"]`)

const readValues = (place: ParentNode | null): Values => {
  const [brand = '', model = '', reference = ''] = names.map(
    (name) => fieldIn(place, name)?.value.trim() ?? '',
  )
  return { brand, model, reference }
}

/** As if it were typed: what keeps the form, and what says that a fault is mended, hear of it. */
function writeValues(place: ParentNode | null, values: Values): void {
  for (const name of names) {
    const field = fieldIn(place, name)
    if (!field || field.value === values[name]) continue
    field.value = values[name]
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const wordsOf = ({ brand, model, reference }: Values) =>
  [brand, model, reference].filter(Boolean).join(' ').slice(0, longestWatchWords).trim()

const isSame = (one: Values, other: Values) => names.every((name) => one[name] === other[name])

/** What a press would write into the fields; nothing where it stands there already. */
function offersOf({ watches }: WatchAnswer, values: Values): Values[] {
  return watches.flatMap(({ brand, model, reference, left }) => {
    // What the shop does not know stays: figures are likelier a reference.
    const figures = /\d/.test(left)
    const to = {
      brand,
      model: model ?? (figures ? '' : left),
      reference: reference ?? (figures ? left : ''),
    }
    const plain = (each: Values) =>
      names.map((name) => each[name].toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    return plain(to).join('|') === plain(values).join('|') ? [] : [to]
  })
}

const say = ({ brand, model, reference }: Values) =>
  t('watch', { brand, model: model || 'none', reference: reference || 'none' })
