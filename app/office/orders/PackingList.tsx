import { Link } from 'react-router'
import { Field, Tick } from '#app/ui/Field.tsx'
import type { Shown } from '../frame/calls.ts'
import { Thumb } from '../frame/Thumb.tsx'
import { useShown } from '../frame/use-shown.ts'
import { useOrderWords } from './use-order-words.ts'

export type Parcel = Shown<'pack-orders'>['parcels'][number]

/** What is ticked off before a parcel is sent: each piece, its papers, its wrapping, and that it is closed. */
export const ticksOf = ({ pieces, giftWrap }: Parcel): string[] => [
  ...pieces.map(({ id }) => id),
  'papers',
  ...(giftWrap ? ['gift'] : []),
  'closed',
]

/** The list of one parcel, with where it goes, what to look out for, and the number that it travels under. */
export function PackingList({
  parcel,
  typed,
  refused,
  put,
}: {
  parcel: Parcel
  typed: { carrier: string; code: string; url: string; ticked: ReadonlySet<string> }
  refused: string | null
  put(name: 'carrier' | 'code' | 'url' | 'ticks', text: string): void
}) {
  const { t, price } = useOrderWords()
  const { apiUrl } = useShown<'pack-orders'>()
  const { number, address, phone, method, giftWrap, note, goodsCents, pieces } = parcel
  const tick = (name: string, label: string) => (
    <Tick
      key={name}
      name={name}
      id={`${number}-${name}`}
      label={label}
      checked={typed.ticked.has(name)}
      onChange={({ target }) => {
        const others = [...typed.ticked].filter((each) => each !== name)
        put('ticks', (target.checked ? [...others, name] : others).join(' '))
      }}
    />
  )
  return (
    <section className="block-section pack-parcel" aria-labelledby={`pack-${number}`}>
      <div>
        <h2 id={`pack-${number}`}>
          <Link to={`/orders/${number}`}>{number}</Link>
        </h2>
        <address className="order-lines-of-address">
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {phone && <span>{phone}</span>}
        </address>
        <p className="sub">{t(`methods.${method}`)}</p>
        {giftWrap && <p className="state state-warn">{t('pack.gift')}</p>}
        {note !== '' && <p className="order-note">{t('pack.noteOf', { note })}</p>}
      </div>
      <fieldset aria-label={t('pack.of', { order: number })}>
        {pieces.map((piece) => (
          <div key={piece.id} className="pack-piece">
            <Thumb src={piece.photo && `${apiUrl}/photos/${piece.photo}/160.webp`} />
            <div>
              {tick(piece.id, t('pack.tickPiece', { name: `${piece.id} ${piece.name}` }))}
              {piece.place && <span className="sub">{t('pack.lies', { place: piece.place })}</span>}
              {piece.defect && <span className="sub">{t('pack.defect', { text: piece.defect })}</span>}
            </div>
          </div>
        ))}
        {tick('papers', t('pack.tickPapers'))}
        {giftWrap && tick('gift', t('pack.tickGift'))}
        {tick('closed', t('pack.tickClosed', { amount: price(goodsCents) }))}
      </fieldset>
      <div className="order-form">
        <Field
          name="code"
          id={`${number}-code`}
          label={t('pack.code')}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          value={typed.code}
          onChange={({ target }) => put('code', target.value)}
          // A scanner ends a number with it: on to the next parcel.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            nextCode(event.currentTarget)
          }}
        />
        <Field
          name="carrier"
          id={`${number}-carrier`}
          label={t('pack.carrier')}
          maxLength={60}
          autoComplete="off"
          value={typed.carrier}
          onChange={({ target }) => put('carrier', target.value)}
        />
        <Field
          name="url"
          id={`${number}-url`}
          type="url"
          label={t('pack.url')}
          note={t('pack.optional')}
          maxLength={500}
          autoComplete="off"
          value={typed.url}
          onChange={({ target }) => put('url', target.value)}
        />
        {refused !== null && (
          <p role="alert" className="missing">
            {refused}
          </p>
        )}
      </div>
    </section>
  )
}

function nextCode(field: HTMLInputElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('.pack-parcel input[name="code"]')]
  fields[fields.indexOf(field) + 1]?.focus()
}
