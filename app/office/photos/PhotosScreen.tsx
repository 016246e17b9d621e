import { useTranslations } from 'use-intl'
import { useMember } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { PhotosBlock } from './PhotosBlock.tsx'

/** The photos of one piece, by themselves. */
export default function PhotosScreen() {
  const t = useTranslations('office.photos')
  const shown = useShown<'piece-photos'>()
  const { locale } = useMember()
  return (
    <Page
      title={t('titleOf', { name: shown.piece.name[locale] })}
      back={<span className="num">{shown.piece.id}</span>}
    >
      <PhotosBlock key={shown.piece.id} pieceId={shown.piece.id} given={shown} />
    </Page>
  )
}
