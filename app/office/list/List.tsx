import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { type ListShape, plainAddress, rowsOfPage, writeAsked } from '#app/shop/lists/list-shape.ts'
import type { ListName } from '#app/shop/lists/lists.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { ListChips } from './ListChips.tsx'
import { type KnownValues, ListFilters } from './ListFilters.tsx'
import type { ShownList } from './list-answer.ts'
import type { ListWords } from './list-words.ts'
import { SavedViews } from './SavedViews.tsx'
import { SearchField } from './SearchField.tsx'
import { useAsked } from './use-asked.ts'

/** A column: its heading, what stands in it, and by what it is sorted. The first one holds the link of the row. */
export type Column<Row, Shape extends ListShape> = {
  key: string
  heading: string
  cell(row: Row): ReactNode
  sort?: keyof Shape['sorts'] & string
  /** What else stands in its cells, below: its name, and by what it is sorted. */
  below?: { heading: string; sort?: keyof Shape['sorts'] & string }
  /** Figures, which stand to the right. */
  num?: boolean
}

export type Chosen = { keys: ReadonlySet<string>; put(keys: Iterable<string>): void }

type Props<Row, Shape extends ListShape> = {
  /** Its name among `lists.ts`, by which views are kept. */
  list: ListName
  shape: Shape
  /** Of the screen's data. */
  shown: ShownList<Row, keyof Shape['views'] & string>
  /** Where its screen lies in the office, as `paths.ts` has it: the file is fetched from there. */
  path: string
  words: ListWords<Shape>
  columns: readonly Column<Row, Shape>[]
  keyOf(row: Row): string
  /** What a row is called where it can be chosen. */
  nameOf(row: Row): string
  /** Values of `known` filters, by filter. */
  known?: KnownValues
  /** Rows can be chosen; `chosenBar` is what can be done with them. */
  chosen?: Chosen
  chosenBar?: ReactNode
  mayExport?: boolean
}

/**
 * A list of the office: search, filters, views with their counts and saved ones, sorting, pages, a file. To have one:
 * declare its shape with `listShape` in `app/shop/<area>/`, put it into `app/shop/lists/lists.ts`, let the screen's `load`
 * read `readAsked(shape, query)`, `throw listFile(…)` where it `wantsFile(query)`, and answer `withViews(request, name, found)`;
 * the screen draws `<List … />` within its `<Page>`. Everything it shows stands in the address, so that Back and a link lead to the same.
 */
export function List<Row, Shape extends ListShape>({
  list,
  shape,
  shown,
  path,
  words,
  columns,
  keyOf,
  nameOf,
  known = {},
  chosen,
  chosenBar,
  mayExport = false,
}: Props<Row, Shape>) {
  const t = useTranslations('office.list')
  const announce = useAnnounce()
  const format = useFormats()
  const { asked, wanted, address, ask } = useAsked(shape)
  const { rows, total, counts } = shown
  const first = useRef(true)
  const found = words.found(total)
  useEffect(() => {
    // Only what somebody asked for is said.
    if (!first.current) announce(found)
    first.current = false
  }, [announce, found])
  const plain = (one: string) => plainAddress(shape, one)
  const filters = { shape, asked: wanted, words, known, onAsk: ask }
  const all = Object.keys(shape.views)[0]
  return (
    <>
      <div className="toolbar">
        <SearchField
          words={asked.words}
          label={t('search')}
          hint={words.searchHint}
          onAsk={(typed) => ask({ words: typed }, { replace: true })}
        />
        {Object.keys(shape.filters).length > 0 && <ListFilters {...filters} />}
        {mayExport && (
          <a className="do quiet" href={`/office/data/${path}?${withFile(plain(address))}`} download>
            {t('export')}
          </a>
        )}
      </div>
      <div className="toolbar list-views">
        {Object.entries(shape.views).map(([name, of]) => (
          <Link
            key={name}
            to={{ search: of }}
            className="office-chip"
            aria-current={plain(of) === plain(address) ? 'true' : undefined}
          >
            {words.view(name)} <b>{format.number(counts[name] ?? 0)}</b>
          </Link>
        ))}
      </div>
      <SavedViews
        list={list}
        address={plain(address)}
        isSame={(one, other) => plain(one) === plain(other)}
        views={shown.views}
      />
      <ListChips {...filters} />
      <p className="toolbar list-count">
        <span>{found}</span>
        {chosen && chosen.keys.size > 0 && (
          <button type="button" className="plain-button" onClick={() => chosen.put([])}>
            {t('chosen', { count: chosen.keys.size })} · {t('chooseNone')}
          </button>
        )}
      </p>
      {chosen && chosen.keys.size > 0 && chosenBar}
      {rows.length === 0 ? (
        <p className="list-none">{all && counts[all] === 0 ? words.none : words.nothingFound}</p>
      ) : (
        <div className="list-scroll">
          <table className="table list-table" aria-label={words.list}>
            <thead>
              <tr>
                {chosen && (
                  <th scope="col" className="list-choose list-unsorted">
                    <span className="sr-only">{t('choose')}</span>
                  </th>
                )}
                {columns.map((column) => (
                  <Heading key={column.key} column={column} shape={shape} asked={wanted} ask={ask} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const key = keyOf(row)
                const isChosen = chosen?.keys.has(key) ?? false
                return (
                  <tr key={key} aria-selected={chosen ? isChosen : undefined}>
                    {chosen && (
                      <td className="list-choose">
                        <label>
                          <span className="sr-only">{t('chooseOne', { name: nameOf(row) })}</span>
                          <input
                            type="checkbox"
                            checked={isChosen}
                            onChange={() => {
                              const others = [...chosen.keys].filter((each) => each !== key)
                              chosen.put(isChosen ? others : [...others, key])
                            }}
                          />
                        </label>
                      </td>
                    )}
                    {columns.map(({ key: name, heading, cell, num }, at) => (
                      <td key={name} className={at === 0 ? 'list-first' : num ? 'num' : undefined}>
                        {at > 0 && (
                          <span className="list-label" aria-hidden="true">
                            {heading}
                          </span>
                        )}
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      <Pages
        page={asked.page}
        total={total}
        to={(page) => writeAsked(shape, { ...asked, page }).toString()}
      />
    </>
  )
}

const withFile = (address: string): string => `${address === '' ? '' : `${address}&`}file=csv`

type HeadingProps<Row, Shape extends ListShape> = {
  column: Column<Row, Shape>
  shape: Shape
} & Pick<ReturnType<typeof useAsked<Shape>>, 'asked' | 'ask'>

function Heading<Row, Shape extends ListShape>({
  column: { heading, sort, num, below },
  shape,
  asked: { sorting },
  ask,
}: HeadingProps<Row, Shape>) {
  const names = [{ heading, sort }, ...(below ? [below] : [])]
  const by = sorting && names.some((each) => each.sort === sorting.by) ? sorting : null
  const looks = [num && 'num', names.every((each) => each.sort === undefined) && 'list-unsorted']
  return (
    <th
      scope="col"
      className={looks.filter(Boolean).join(' ') || undefined}
      aria-sort={by ? (by.descending ? 'descending' : 'ascending') : undefined}
    >
      {names.map((each, at) => {
        const { sort: name } = each
        if (name === undefined)
          return (
            <span key={each.heading} className={at > 0 ? 'list-below list-unsorted' : 'list-unsorted'}>
              {each.heading}
            </span>
          )
        const own = by?.by === name ? by : null
        return (
          <button
            key={each.heading}
            type="button"
            className={at > 0 ? 'list-below' : undefined}
            // Of two orders in one column, which of them it is.
            aria-pressed={below ? own !== null : undefined}
            onClick={() =>
              ask({ sorting: { by: name, descending: own ? !own.descending : (shape.sorts[name] ?? false) } })
            }
          >
            {each.heading}
            {own && <span aria-hidden="true">{own.descending ? ' ↓' : ' ↑'}</span>}
          </button>
        )
      })}
    </th>
  )
}

function Pages({ page, total, to }: { page: number; total: number; to(page: number): string }) {
  const t = useTranslations('office.list')
  const pages = Math.max(1, Math.ceil(total / rowsOfPage))
  if (pages === 1 && page === 1) return null
  return (
    <nav className="list-pages" aria-label={t('pages')}>
      {page > 1 && (
        <Link className="do quiet" to={{ search: to(Math.min(page - 1, pages)) }} rel="prev">
          {t('previous')}
        </Link>
      )}
      <span>{t('page', { page, pages })}</span>
      {page < pages && (
        <Link className="do quiet" to={{ search: to(page + 1) }} rel="next">
          {t('next')}
        </Link>
      )}
    </nav>
  )
}
