import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo, routeExists } from '#app/language/route-table.ts'
import { typedLines } from '#app/sell-form/typed-lines.ts'
import type { Metal } from '#app/shop/buying/valuables.ts'
import {
  centsPerGram,
  type EnteredLine,
  emptyLine,
  maxGoldLines,
  type Valuation,
  valueLines,
  writeLines,
} from '#app/shop/buying/valuation.ts'
import { CalculatorLine } from './CalculatorLine.tsx'
import type { CalculatorData } from './loader.ts'
import { MetalPriceChart } from './MetalPriceChart.tsx'
import { PayoutPerGram } from './PayoutPerGram.tsx'
import { useWords } from './words.ts'

type Row = EnteredLine & { key: number }

/**
 * What is entered is valued at once by the same function as on the server; without a script the form asks the page,
 * and the page answers with the same lines.
 */
export default function Calculator({ data }: { data: CalculatorData }) {
  const { t, gold } = useWords()
  const locale = useLocale()
  const { tariff, notes } = data
  const [rows, setRows] = useState<Row[]>(() => data.lines.map((line, key) => ({ ...line, key })))
  const [live, setLive] = useState(false)
  const nextKey = useRef(rows.length)
  const form = useRef<HTMLFormElement>(null)
  const focusNext = useRef<number | null>(null)
  useEffect(() => setLive(true), [])
  useLayoutEffect(() => setRows((lines) => typedLines(form.current, lines)), [])
  // After a line came or went, the keyboard goes on where the eye is.
  useEffect(() => {
    if (focusNext.current === null) return
    const fields = form.current?.querySelectorAll<HTMLElement>('select[name="item"]')
    fields?.[Math.min(focusNext.current, fields.length - 1)]?.focus()
    focusNext.current = null
  })

  const change = (next: Row[]) => {
    setRows(next)
    const query = writeLines(next).toString()
    // Reloading and coming back show the same lines.
    if (location.pathname === pathTo('de', 'gold-purchase-calculator'))
      history.replaceState(history.state, '', location.pathname + (query && `?${query}`))
  }
  const add = () => {
    focusNext.current = rows.length
    change([...rows, { ...emptyLine(), key: nextKey.current++ }])
  }
  const remove = (index: number) => {
    focusNext.current = Math.max(0, index - 1)
    change(rows.filter((_, other) => other !== index))
  }

  const valuation = valueLines(rows, tariff)
  const hidden = tariff.centsPerOunce.gold === null
  return (
    <>
      <div className="num grid items-start gap-x-12 gap-y-8 @4xl:grid-cols-[8fr_4fr]">
        <form
          ref={form}
          // Where the calculator has no page of its own, the page that it stands on answers.
          action={locale === 'de' ? pathTo(locale, 'gold-purchase-calculator') : undefined}
          className="min-w-0"
          onSubmit={(event) => live && event.preventDefault()}
        >
          {/* What Enter presses: the first button of a form. */}
          <button type="submit" hidden>
            {t('calculate')}
          </button>
          {rows.map((row, index) => (
            <CalculatorLine
              key={row.key}
              index={index}
              line={row}
              value={valuation.lines[index]}
              tariff={tariff}
              live={live}
              onChange={(line) => change(rows.with(index, { ...row, ...line }))}
              onRemove={rows.length > 1 ? () => remove(index) : undefined}
            />
          ))}
          <div className="flex flex-wrap gap-3 border-line border-t pt-5 print:hidden">
            {rows.length < maxGoldLines && (
              <button
                type={live ? 'button' : 'submit'}
                name="more"
                value="1"
                className="button button-quiet"
                onClick={live ? add : undefined}
              >
                {gold.t('add')}
              </button>
            )}
            {/* One place for both, so that nothing moves when one takes over from the other. */}
            <span className="grid *:[grid-area:1/1]">
              <button type="submit" className={`button ${live ? 'invisible' : ''}`}>
                {t('calculate')}
              </button>
              <button
                type="button"
                className={`button button-quiet ${live ? '' : 'invisible'}`}
                onClick={() => print()}
              >
                {t('print')}
              </button>
            </span>
          </div>
        </form>
        <Sum rows={rows} valuation={valuation} data={data} />
      </div>
      {!hidden && (
        <div className="num mt-14 grid gap-x-12 gap-y-12 @4xl:grid-cols-[5fr_7fr]">
          <PayoutPerGram tariff={tariff} note={notes.gold} />
          {data.history.length > 1 && <MetalPriceChart history={data.history} />}
        </div>
      )}
    </>
  )
}

function Sum({ rows, valuation, data }: { rows: Row[]; valuation: Valuation; data: CalculatorData }) {
  const { t, spanOfEuros } = useWords()
  const locale = useLocale()
  const { tariff, notes } = data
  const { total, valued } = valuation
  const used = new Set<Metal>(valuation.lines.flatMap((line) => (line.ok ? [line.metal] : [])))
  if (used.size === 0) used.add('gold')
  const query = writeLines(rows)
  const contact = new URLSearchParams([['subject', 'appointment'], ...query])
  return (
    <section
      aria-label={t('total')}
      className="min-w-0 bg-paper-deep p-5 @2xl:p-7 below-head @4xl:sticky print:static print:p-0"
    >
      <p className="caps">{t('total')}</p>
      <p
        className={`mt-3 font-display ${total.low === total.high && valued > 0 ? 'text-step-3' : 'text-step-2'}`}
      >
        {valued > 0 ? spanOfEuros(total) : t('nothing')}
      </p>
      <Announced text={t('said', { count: valued, total: spanOfEuros(total) })} />
      <div className="mt-4 grid gap-2 text-ink-soft text-step--1">
        {[...used].map((metal) => (
          <PriceLine key={metal} metal={metal} data={data} />
        ))}
        {valued === 0 && tariff.centsPerOunce.gold !== null && <p>{t('nothingWhy')}</p>}
        <p>{t('notBinding')}</p>
      </div>
      {[...used].some((metal) => notes[metal]?.age === 'old') && (
        <p className="mt-4 border-reserved border-l-2 pl-3 text-step--1">{t('old')}</p>
      )}
      <div className="mt-6 grid gap-3 print:hidden">
        <a href={`${pathTo(locale, 'contact')}?${contact}`} className="button">
          {t('appointment')}
        </a>
        {routeExists('sell', locale) && (
          <a
            href={`${pathTo(locale, 'sell')}${query.size > 0 ? `?${query}` : ''}#anfrage`}
            className="button button-quiet"
          >
            {t('request')}
          </a>
        )}
      </div>
    </section>
  )
}

function PriceLine({ metal, data }: { metal: Metal; data: CalculatorData }) {
  const { t, euros, moment } = useWords()
  const note = data.notes[metal]
  const cents = data.tariff.centsPerOunce[metal]
  if (note === null || cents === null) {
    return (
      <p className="border-reserved border-l-2 pl-3 text-ink text-step-0">
        {t.rich('expired', {
          phone: () => (
            <a href={phoneLink(data.phone)} className="link whitespace-nowrap">
              {data.phone}
            </a>
          ),
        })}
      </p>
    )
  }
  return (
    <p>
      {t('asOf', {
        at: moment(note.at),
        source: note.source,
        metal: t(`fineMetals.${metal}`),
        price: euros(centsPerGram(cents)),
        ounce: euros(cents),
      })}
    </p>
  )
}

const pause = 700

/** Says the total once typing pauses, not at every key. */
function Announced({ text }: { text: string }) {
  const id = useId()
  const [said, setSaid] = useState('')
  const first = useRef(text)
  useEffect(() => {
    if (text === first.current) return
    first.current = ''
    const timer = setTimeout(() => setSaid(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span id={id} role="status" className="sr-only">
      {said}
    </span>
  )
}
