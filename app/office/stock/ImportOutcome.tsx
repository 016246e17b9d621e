import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'
import type { ShownImport } from './ImportListScreen.tsx'

/** What a list would do, or did: counts, faults row by row, pieces. */
export function ImportOutcome({
  list,
  result,
}: {
  list: ShownImport['list']
  result: NonNullable<ShownImport['list']['result']>
}) {
  const t = useTranslations('office.stock.import')
  const words = useTranslations('office.stock.faults')
  return (
    <section className="block-section" aria-labelledby="outcome">
      <h2 id="outcome">{t(list.state === 'done' ? 'resultDone' : 'result')}</h2>
      <p>
        {t('sentence', {
          rows: result.rows,
          new: String(result.new),
          changed: String(result.changed),
          same: String(result.same),
          faulty: String(result.faulty),
        })}
      </p>
      {result.newNames.length > 0 && <p>{t('newNames', { names: result.newNames.join(', ') })}</p>}
      {result.oneLanguage > 0 && <p className="missing">{t('oneLanguage', { count: result.oneLanguage })}</p>}
      {result.faults.length > 0 && (
        <>
          <h3 className="mt-4">{t('faults')}</h3>
          {list.hasRefused && (
            <p>
              <a className="link" href={`/office/data/import/${list.id}?file=refused`} download>
                {t('download')}
              </a>
            </p>
          )}
          <div className="overflow-x-auto">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col" className="num">
                    {t('row')}
                  </th>
                  <th scope="col">{t('column')}</th>
                  <th scope="col">{t('given')}</th>
                  <th scope="col">{t('why')}</th>
                </tr>
              </thead>
              <tbody>
                {byPlace(result.faults, ({ row, column, given, reason, values }) => (
                  <tr>
                    <td className="num">{row}</td>
                    <td>{column || '–'}</td>
                    <td>{given || '–'}</td>
                    <td>{words(reason, values as never)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {result.faults.length >= 500 && <p className="sub">{t('moreFaults', { count: '500' })}</p>}
        </>
      )}
      {result.pieces.length > 0 && (
        <>
          <h3 className="mt-4">{t('pieces')}</h3>
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="num">
                  {t('row')}
                </th>
                <th scope="col">{t('piece')}</th>
                <th scope="col">{t('state')}</th>
              </tr>
            </thead>
            <tbody>
              {result.pieces.map(({ row, id, title, outcome }) => (
                <tr key={row}>
                  <td className="num">{row}</td>
                  <td>
                    {id && (list.state === 'done' || outcome === 'changed') ? (
                      <Link className="link" to={`/pieces/${id}`}>
                        {id} {title}
                      </Link>
                    ) : (
                      title
                    )}
                  </td>
                  <td>{t(`counts.${outcome}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {result.pieces.length >= 100 && <p className="sub">{t('morePieces', { count: '100' })}</p>}
        </>
      )}
    </section>
  )
}
