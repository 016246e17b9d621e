import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { localeNames } from '#app/language/locales.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'

/** Every page of the content: whether visitors see its draft, and the way to its preview. */
export default function PreviewListScreen() {
  const t = useTranslations('office.preview')
  const format = useFormats()
  const { keptHere, pages } = useShown<'preview'>()
  return (
    <Page title={t('title')}>
      <p className="max-w-prose">{t(keptHere ? 'intro' : 'elsewhere')}</p>
      {pages.length === 0 ? (
        <p className="mt-4">{t('none')}</p>
      ) : (
        <section className="mt-4 overflow-x-auto" aria-label={t('title')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('story')}</th>
                {keptHere && <th scope="col">{t('state')}</th>}
                <th scope="col">{t('preview')}</th>
                {keptHere && (
                  <th scope="col" className="max-md:hidden">
                    {t('edited')}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {pages.map(({ id, name, draft, locales }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {draft && (
                    <td>
                      <span className={draft.state === 'published' ? 'sub' : ''}>
                        {t(`states.${draft.state}`)}
                      </span>
                    </td>
                  )}
                  <td>
                    <span className="flex flex-wrap gap-x-4">
                      {locales.map((locale) => (
                        <Link
                          key={locale}
                          className="link inline-flex min-h-8 items-center"
                          to={`/preview/${id}?language=${locale}`}
                          aria-label={t('previewOf', { name, language: localeNames[locale] })}
                        >
                          {localeNames[locale]}
                        </Link>
                      ))}
                    </span>
                  </td>
                  {draft && (
                    <td className="max-md:hidden">
                      <span className="sub">{format.moment(draft.at)}</span>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Page>
  )
}
