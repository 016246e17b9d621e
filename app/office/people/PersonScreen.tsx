import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { ExportPerson } from './ExportPerson.tsx'
import { ForgetPerson } from './ForgetPerson.tsx'
import { PersonErasures } from './PersonErasures.tsx'
import { PersonNote } from './PersonNote.tsx'
import { PersonRecords } from './PersonRecords.tsx'
import { PersonSuggestions } from './PersonSuggestions.tsx'

/** One person over all that they had to do with us. */
export default function PersonScreen() {
  const t = useTranslations('office.people')
  const file = useShown<'person'>()
  const format = useFormats()
  const { records, person, hidden, forgottenAt } = file
  const mayExport = useMay('people.export')
  const mayJoin = useMay('people.join')
  const named = records.find(({ name }) => name !== null) ?? records[0]
  const title = named?.name ?? named?.email ?? t('nobody')
  return (
    <Page
      title={title}
      back={<Link to="/people">{t('person.back')}</Link>}
      actions={person !== null && <OthersHere thing={`person/${person}`} />}
    >
      <p className="sub pb-4">
        {person === null ? t('person.single') : t('person.file', { id: person })}
        {hidden > 0 && ` ${t('person.hidden', { count: hidden })}`}
      </p>
      {forgottenAt && (
        <p className="missing">
          {t('person.isForgotten', {
            day: format.day(forgottenAt),
          })}
        </p>
      )}
      <PersonRecords />
      <PersonSuggestions />
      {mayJoin && forgottenAt === null && <PersonNote key={file.key} />}
      {mayExport && <ExportPerson key={`export ${file.key}`} />}
      {file.plan && <ForgetPerson />}
      <PersonErasures />
    </Page>
  )
}
