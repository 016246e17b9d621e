import type { CSSProperties } from 'react'
import { byPlace } from '#app/ui/by-place.ts'
import { useLocale, useShell } from '../shell-data.ts'
import type { ProductView } from './product-view.ts'

type Sheet = NonNullable<ProductView['sheet']>

/** The result of the examination as the sheet that it is: dated, signed, and to be had as a file. */
export function TestSheet({ piece, sheet }: { piece: string; sheet: Sheet }) {
  const { apiUrl } = useShell()
  const locale = useLocale()
  return (
    <section className="sheet" aria-labelledby="test-sheet">
      <header>
        <h2 id="test-sheet">{sheet.title}</h2>
        <p>{sheet.examined}</p>
      </header>
      {sheet.timing && <Timing timing={sheet.timing} />}
      <dl className="facts">
        {byPlace(sheet.facts, ({ label, text }) => (
          <>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <footer>
        {sheet.signature && (
          <p className="sheet-signature" aria-hidden="true">
            {sheet.signature.name}
          </p>
        )}
        <p>{sheet.signed}</p>
        <p className="print:hidden">
          <a
            className="link inline-flex min-h-11 items-center"
            href={`${apiUrl}/pieces/${piece}/test-sheet.${locale}.pdf`}
          >
            {sheet.pdf}
          </a>
        </p>
        <p className="text-ink-soft print:hidden">{sheet.parcel}</p>
      </footer>
    </section>
  )
}

/** Rate, amplitude and beat error in each position, in figures and drawn: how even they are is seen at a glance. */
function Timing({ timing }: { timing: NonNullable<Sheet['timing']> }) {
  const { heads, rows } = timing
  return (
    <>
      <table className="num">
        <caption>
          {timing.title}
          {timing.how && <span> · {timing.how}</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col">{heads.position}</th>
            <th scope="col">{heads.rate}</th>
            {heads.amplitude && <th scope="col">{heads.amplitude}</th>}
            {heads.beatError && <th scope="col">{heads.beatError}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.position}>
              <th scope="row">{row.position}</th>
              <td>
                {row.rate}
                <Drawn at={row.drawn.rate} kind="rate" />
              </td>
              {heads.amplitude && (
                <td>
                  {row.amplitude ?? '–'}
                  <Drawn at={row.drawn.amplitude} />
                </td>
              )}
              {heads.beatError && (
                <td>
                  {row.beatError ?? '–'}
                  <Drawn at={row.drawn.beatError} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sheet-mean">{timing.mean}</p>
    </>
  )
}

/** A share between 0 and 1 as a line; a rate to the left or right of its middle, where it would be exact. */
function Drawn({ at, kind }: { at: number | null; kind?: 'rate' }) {
  if (at === null) return null
  return (
    <i
      className={kind ? 'drawn drawn-rate' : 'drawn'}
      style={{ '--at': at } as CSSProperties}
      aria-hidden="true"
    />
  )
}
