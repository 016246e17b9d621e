import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type Asked, type ListShape, readAsked } from '#app/shop/lists/list-shape.ts'
import type { ListWords } from './list-words.ts'

export type KnownValues = Readonly<Record<string, readonly { value: string; label: string }[]>>

type Props<Shape extends ListShape> = {
  shape: Shape
  asked: Asked<Shape>
  words: ListWords<Shape>
  known: KnownValues
  onAsk(change: Partial<Asked<Shape>>): void
}

/** So many values stand as boxes; more are one field to choose from. */
const mostBoxes = 14

/** Everything by which a list is narrowed, in one form; what is chosen then stands above the list. */
export function ListFilters<Shape extends ListShape>({ shape, asked, words, known, onAsk }: Props<Shape>) {
  const t = useTranslations('office.list')
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { chosen, numbers, dates } = asked as Asked<ListShape>
  const apply = () => {
    if (!form.current) return
    const said = new FormData(form.current)
    const address = new URLSearchParams()
    for (const [name, { kind }] of Object.entries(shape.filters)) {
      const ends = ['from', 'to'].map((end) => String(said.get(`${name}-${end}`) ?? '').trim())
      if (kind === 'numbers') address.set(name, ends.join('-'))
      else if (kind === 'dates') address.set(name, ends.join('..'))
      else address.set(name, said.getAll(name).map(String).join())
    }
    const read = readAsked(shape, address)
    onAsk({ chosen: read.chosen, numbers: read.numbers, dates: read.dates } as Partial<Asked<Shape>>)
  }
  return (
    <>
      <button type="button" className="do quiet" onClick={() => dialog.current?.showModal()}>
        {t('filter')}
      </button>
      <dialog ref={dialog} className="office-dialog" aria-labelledby="list-filters">
        <form
          // What is chosen elsewhere is chosen here, too.
          key={JSON.stringify(asked)}
          ref={form}
          method="dialog"
          className="list-filters"
          onSubmit={apply}
        >
          <h2 id="list-filters">{t('filter')}</h2>
          {Object.entries(shape.filters).map(([name, filter]) => {
            if (filter.kind === 'numbers' || filter.kind === 'dates')
              return (
                <Between
                  key={name}
                  name={name}
                  legend={words.filter(name)}
                  type={filter.kind}
                  span={filter.kind === 'numbers' ? numbers[name as never] : dates[name as never]}
                />
              )
            const values =
              filter.kind === 'known'
                ? (known[name] ?? [])
                : filter.values.map((value) => ({ value, label: words.value(name, value) }))
            return (
              <Values
                key={name}
                name={name}
                legend={words.filter(name)}
                values={values}
                chosen={chosen[name as never] ?? []}
              />
            )
          })}
          <div className="page-actions">
            <button type="submit" className="do">
              {t('apply')}
            </button>
            <button type="button" className="do quiet" onClick={() => dialog.current?.close()}>
              {t('cancel')}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

type ValuesProps = {
  name: string
  legend: string
  values: readonly { value: string; label: string }[]
  chosen: readonly string[]
}

function Values({ name, legend, values, chosen }: ValuesProps) {
  if (values.length > mostBoxes)
    return (
      <label>
        {legend}
        <select className="field" name={name} multiple size={6} defaultValue={[...chosen]}>
          {values.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <fieldset>
      <legend>{legend}</legend>
      {values.map(({ value, label }) => (
        <label key={value} className="list-option">
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

type BetweenProps = {
  name: string
  legend: string
  type: 'numbers' | 'dates'
  span: { from: string | number | null; to: string | number | null } | null | undefined
}

function Between({ name, legend, type, span }: BetweenProps) {
  const t = useTranslations('office.list')
  return (
    <fieldset className="list-between">
      <legend>{legend}</legend>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          <span className="sub">{t(end)}</span>
          <input
            className="field"
            name={`${name}-${end}`}
            {...(type === 'dates' ? { type: 'date' } : { inputMode: 'numeric', pattern: '\\d{0,8}' })}
            defaultValue={span?.[end] ?? ''}
          />
        </label>
      ))}
    </fieldset>
  )
}
