import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { placeholders } from '#app/shop/enquiries/template-text.ts'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { EditTemplate } from './EditTemplate.tsx'

/** Texts that answers begin with, in both languages. */
export default function TemplatesScreen() {
  const t = useTranslations('office.enquiries')
  const { templates } = useShown<'enquiry-templates'>()
  const mayEdit = useMay('answer-templates.edit')
  /** Which is being edited; `new`: one that is added. */
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  return (
    <Page
      title={t('template.title')}
      back={<Link to="/enquiries">{t('title')}</Link>}
      actions={
        <>
          <OthersHere thing="answer-templates/all" />
          {mayEdit && editing === null && (
            <button type="button" className="do" onClick={() => setEditing('new')}>
              {t('template.add')}
            </button>
          )}
        </>
      }
    >
      <p className="max-w-prose">{t('template.intro')}</p>
      <dl className="mail-facts py-3">
        {placeholders.map((name) => (
          <div key={name} className="contents">
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>{t(`template.placeholders.${name}`)}</dd>
          </div>
        ))}
      </dl>
      {!mayEdit && <p className="sub">{t('template.only')}</p>}
      {editing === 'new' && <EditTemplate template={null} onClose={() => setEditing(null)} />}
      {templates.length === 0 && editing === null && <p>{t('template.none')}</p>}
      {templates.map((template) =>
        editing === template.id ? (
          <EditTemplate key={template.id} template={template} onClose={() => setEditing(null)} />
        ) : (
          <section key={template.id} className="block-section" aria-label={template.name}>
            <h2>{template.name}</h2>
            <div className="two">
              {(['de', 'en'] as const).map((locale) => (
                <div key={locale} lang={locale}>
                  <p className="font-medium">{template.subject[locale]}</p>
                  <p className="enquiry-text">{template.text[locale]}</p>
                </div>
              ))}
            </div>
            {mayEdit && editing === null && (
              <p className="pt-3">
                <button type="button" className="do quiet" onClick={() => setEditing(template.id)}>
                  {t('template.edit')}
                  <span className="sr-only"> {template.name}</span>
                </button>
              </p>
            )}
          </section>
        ),
      )}
    </Page>
  )
}
