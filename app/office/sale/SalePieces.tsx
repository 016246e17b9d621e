import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { Field, Tick } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { type Scanned, useScans } from '../frame/scans.ts'
import { useFormats } from '../frame/use-formats.ts'
import { RevealSerial } from '../purchase/RevealSerial.tsx'
import { ScanButton } from '../scanner/ScanButton.tsx'
import type { Sale } from './use-sale.ts'

type Refused = Extract<AnswerOf<'counter-sale.add'>, { ok: false }>
/** How often a piece that somebody holds online is asked for again, ms. */
const askAgainEvery = 5000

/** What is sold: scanned, typed or searched, with what is charged for each. */
export function SalePieces({
  sale,
  id,
  first,
  isRefused,
}: {
  sale: Sale
  id: string
  /** It was tried to sell: what is missing is marked. */
  isRefused: boolean
  /** The piece that the screen was opened with. */
  first: string | null
}) {
  const t = useTranslations('office.sale')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<{ answer: Refused; code: string } | null>(null)
  const [found, setFound] = useState<{ id: string; main: string; sub: string }[] | null>(null)
  const [waiting, setWaiting] = useState(false)
  const say = useRefusal()
  const add = useCallback(
    async (code: string, from: string | null = null): Promise<Scanned> => {
      const answer = await act('counter-sale.add', { sale: id, code: code.trim(), from })
      if (answer.ok) {
        const said = t('pieces.added', { piece: answer.piece })
        setRefused(null)
        setFound(null)
        setWaiting(false)
        announce(said)
        await revalidate()
        return { ok: true, said }
      }
      setRefused({ answer, code })
      return { ok: false, said: say(answer, code) }
    },
    [id, t, announce, revalidate, say],
  )
  useScans(add)
  const [isBegun, setBegun] = useState(first === null)
  useEffect(() => {
    if (isBegun || first === null) return
    setBegun(true)
    void add(first)
  }, [isBegun, first, add])
  useEffect(() => {
    if (!waiting || !refused) return
    const timer = setInterval(() => void add(refused.code), askAgainEvery)
    return () => clearInterval(timer)
  }, [waiting, refused, add])
  const look = async () => {
    if (text.trim() === '') return
    if (/^\d{4,8}$/.test(text.trim()) || text.includes('/')) {
      if ((await add(text)).ok) setText('')
      return
    }
    const answer = await act('counter-sale.find', { words: text.trim() })
    setRefused(null)
    setFound(answer.ok ? answer.pieces : [])
  }
  const remove = async (piece: string) => {
    await act('counter-sale.remove', { sale: id, piece })
    announce(t('pieces.removed', { piece }))
    await revalidate()
  }
  return (
    <section className="block-section" aria-labelledby="sale-pieces">
      <h2 id="sale-pieces">{t('pieces.title')}</h2>
      <form
        className="max-w-xl"
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <Field
          name="code"
          label={t('pieces.label')}
          hint={t('pieces.hint')}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="toolbar mt-2">
          <button type="submit" className="do">
            {t('pieces.add')}
          </button>
          <ScanButton />
        </div>
      </form>
      {refused && (
        <Refusal
          {...refused}
          waiting={waiting}
          onWait={setWaiting}
          onAgain={(from) => void add(refused.code, from)}
        />
      )}
      {found && (
        <div role="status">
          <h3 className="mt-3">{t('pieces.found')}</h3>
          {found.length === 0 && <p>{t('pieces.nothingFound')}</p>}
          <ul>
            {found.map((piece) => (
              <li key={piece.id}>
                <button type="button" className="link min-h-11 text-left" onClick={() => void add(piece.id)}>
                  {piece.main} <span className="sub">{piece.sub}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {sale.charged.length === 0 && <p className="mt-3">{t('pieces.none')}</p>}
      <ul className="sale-lines">
        {sale.charged.map((charged) => (
          <Line
            key={charged.line.piece}
            charged={charged}
            sale={sale}
            isRefused={isRefused}
            onRemove={remove}
          />
        ))}
      </ul>
    </section>
  )
}

/** Who has a piece, in words; of a visitor who merely is at the checkout nothing is said but until when. */
function useRefusal() {
  const t = useTranslations('office.sale')
  const format = useFormats()
  return useCallback(
    (answer: Refused, code: string): string => {
      if (!('piece' in answer)) return answer.reason === 'unknown' ? t('who.unknown') : t('failed')
      const { piece } = answer
      switch (answer.reason) {
        case 'held-online':
        case 'at-another-counter':
          return t(`who.${answer.reason}`, { piece, time: format.clock(answer.until) })
        case 'ordered':
          return t('who.ordered', { piece, order: answer.order })
        case 'reserved': {
          const until = format.moment(answer.until)
          return t('who.reserved', { piece, name: answer.name, until })
        }
        default:
          return t(`who.${answer.reason}`, { piece: piece || code })
      }
    },
    [t, format],
  )
}

function Refusal({
  answer,
  code,
  waiting,
  onWait,
  onAgain,
}: {
  answer: Refused
  code: string
  waiting: boolean
  onWait(waiting: boolean): void
  onAgain(from: string | null): void
}) {
  const t = useTranslations('office.sale.who')
  const say = useRefusal()
  const holder = 'holder' in answer ? answer.holder : null
  return (
    <div role="alert" className="box mt-3">
      <p>{say(answer, code)}</p>
      {answer.reason === 'held-online' && (
        <p className="toolbar">
          {waiting && <span className="state state-warn">{t('waiting')}</span>}
          <button type="button" className="do quiet" onClick={() => onWait(!waiting)}>
            {t(waiting ? 'stopWaiting' : 'wait')}
          </button>
          <button type="button" className="do quiet" onClick={() => onAgain(null)}>
            {t('again')}
          </button>
        </p>
      )}
      {holder !== null && (
        <p className="toolbar">
          <button type="button" className="do" onClick={() => onAgain(holder)}>
            {answer.reason === 'reserved' ? t('takeReserved', { name: answer.name }) : t('takeOver')}
          </button>
        </p>
      )}
    </div>
  )
}

function Line({
  charged: { line, typed, priceCents, reason },
  sale,
  isRefused,
  onRemove,
}: {
  charged: Sale['charged'][number]
  sale: Sale
  isRefused: boolean
  onRemove(piece: string): void
}) {
  const t = useTranslations('office.sale')
  const locale = useLocale()
  const { price } = useFormats()
  const title = [line.brand, line.name[locale]].filter(Boolean).join(' ')
  const label = (line.priceCents / 100).toFixed(2)
  const isLess = priceCents !== null && priceCents < line.priceCents
  const below = line.costCents !== null && priceCents !== null ? line.costCents - priceCents : 0
  return (
    <li className="box">
      <div className="sale-line">
        <p>
          <strong>{title}</strong>
          <span className="sub">{[line.piece, line.reference].filter(Boolean).join(' · ')}</span>
          {line.reservedFor && (
            <span className="state state-warn">{t('pieces.reservedFor', { name: line.reservedFor })}</span>
          )}
        </p>
        <Field
          name={`price-${line.piece}`}
          label={t('pieces.price')}
          hint={t('pieces.label-price', { amount: price(line.priceCents) })}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? (locale === 'de' ? label.replace('.', ',') : label)}
          error={priceCents === null ? t('faults.invalid') : undefined}
          onChange={({ target }) => sale.putPrice(line.piece, target.value)}
        />
        <button
          type="button"
          className="do quiet"
          aria-label={`${t('pieces.remove')}: ${title}`}
          onClick={() => onRemove(line.piece)}
        >
          {t('pieces.remove')}
        </button>
      </div>
      {line.hasSerial && (
        <RevealSerial
          masked="••••"
          of={title}
          ask={(why) => act('piece.reveal-serial', { piece: line.piece, why })}
        />
      )}
      {isLess && (
        <Field
          name={`reason-${line.piece}`}
          label={t('pieces.reason')}
          note={t('pieces.discount', { amount: price(line.priceCents - priceCents) })}
          hint={t('pieces.reasonHint')}
          autoComplete="off"
          required
          value={reason}
          error={isRefused && reason.trim().length < 3 ? t('faults.missing') : undefined}
          onChange={({ target }) => sale.putReason(line.piece, target.value)}
        />
      )}
      {below > 0 && (
        <p className="state state-warn">
          {t('pieces.belowCost', { amount: price(below), cost: price(line.costCents ?? 0) })}
        </p>
      )}
      {line.deviations.map((deviation) => (
        <Tick
          key={deviation.key}
          name={deviation.key}
          label={`${t('pieces.consent')}: ${deviation.text[locale]}`}
          required
          error={isRefused && !sale.consents.includes(deviation.key) ? t('faults.missing') : undefined}
          checked={sale.consents.includes(deviation.key)}
          onChange={({ target }) => sale.tick(deviation.key, target.checked)}
        />
      ))}
    </li>
  )
}
