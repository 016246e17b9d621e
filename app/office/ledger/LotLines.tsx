import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useShown } from '../frame/use-shown.ts'
import { AlloyForm } from './AlloyForm.tsx'
import { useLedgerFormats } from './use-ledger-formats.ts'
import { useLotRefusal } from './use-lot-refusal.ts'

type Line = Shown<'refiner-lot'>['lines'][number]

/** What lies in a lot: weighed again, taken out, and in the end what each thing brought. */
export function LotLines() {
  const t = useTranslations('office.ledger.melting')
  const { lines, status } = useShown<'refiner-lot'>()
  const { euros, grams, fine, fineness } = useLedgerFormats()
  const isSettled = status === 'settled'
  return (
    <section className="block-section">
      <h2>{t('lines', { count: lines.length })}</h2>
      {lines.length === 0 ? (
        <p>{t('nothingInside')}</p>
      ) : (
        <Scrolled label={t('lines', { count: lines.length })}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('thing')}</th>
                <th scope="col">{t('metal')}</th>
                <th scope="col" className="num">
                  {t('weight')}
                </th>
                <th scope="col" className="num">
                  {t('fine')}
                </th>
                <th scope="col" className="num">
                  {t('cost')}
                </th>
                {isSettled && (
                  <th scope="col" className="num">
                    {t('share')}
                  </th>
                )}
                {status === 'open' && <th scope="col">{t('change')}</th>}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.ledger}>
                  <th scope="row">
                    {line.product === null ? (
                      line.title
                    ) : (
                      <Link to={`/pieces/${line.product}`}>{line.title}</Link>
                    )}
                    <span className="sub">
                      {[t('number', { number: line.ledger }), line.receipt].filter(Boolean).join(' · ')}
                    </span>
                  </th>
                  <td>
                    {t(`metals.${line.metal}`)} {fineness(line.fineness)}
                  </td>
                  <td className="num">{grams(line.weight)}</td>
                  <td className="num">{fine(line.fine)}</td>
                  <td className="num">{euros(line.purchase_cents)}</td>
                  {isSettled && (
                    <td className="num">
                      {euros(line.share_cents)}
                      {line.purchase_cents !== null && (
                        <span className="sub">
                          {t('moreOrLess', {
                            difference: euros((line.share_cents ?? 0) - line.purchase_cents),
                          })}
                        </span>
                      )}
                    </td>
                  )}
                  {status === 'open' && (
                    <td>
                      <ChangeLine line={line} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
    </section>
  )
}

function ChangeLine({ line }: { line: Line }) {
  const t = useTranslations('office.ledger.melting')
  const { id: lot, version } = useShown<'refiner-lot'>()
  const { revalidate } = useRevalidator()
  const announce = useAnnounce()
  const said = useLotRefusal()
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const takeOut = async () => {
    const answer = await act('melting.take-out', { lot, version, ledger: line.ledger })
    setRefusal(answer.ok ? null : said(answer))
    if (answer.ok) announce(t('isOut', { title: line.title }))
    await revalidate()
  }
  return (
    <>
      {open ? (
        <AlloyForm
          name={`line-${line.ledger}`}
          from={line}
          submit={t('saveLine')}
          onCancel={() => setOpen(false)}
          send={async (alloy) => {
            const answer = await act('melting.change', { lot, version, ledger: line.ledger, ...alloy })
            if (answer.ok) {
              setOpen(false)
              announce(t('isChanged', { title: line.title }))
            }
            await revalidate()
            return answer
          }}
        />
      ) : (
        <p className="toolbar pb-0">
          <button
            type="button"
            className="do quiet"
            aria-label={t('weighAgainOne', { title: line.title })}
            onClick={() => setOpen(true)}
          >
            {t('weighAgain')}
          </button>
          <button
            type="button"
            className="do quiet"
            aria-label={t('takeOutOne', { title: line.title })}
            onClick={() => void takeOut()}
          >
            {t('takeOut')}
          </button>
        </p>
      )}
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </>
  )
}
