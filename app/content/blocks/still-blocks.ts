import type { ComponentType } from 'react'
import { ArticleList } from './article-list/ArticleList.tsx'
import { BackgroundSection } from './background-section/BackgroundSection.tsx'
import type { BlockProps } from './block-props.ts'
import { Button } from './button/Button.tsx'
import { ClosureContactCta } from './closure-contact-cta/ClosureContactCta.tsx'
import { ContactPerson } from './contact-person/ContactPerson.tsx'
import { ContactTile } from './contact-tile/ContactTile.tsx'
import { Container } from './container/Container.tsx'
import { Divider } from './divider/Divider.tsx'
import type { StillName } from './drawing.ts'
import { Faq } from './faq/Faq.tsx'
import { GlobalReference } from './global-reference/GlobalReference.tsx'
import { Icon } from './icon/Icon.tsx'
import { Image } from './image/Image.tsx'
import { ImageColumns } from './image-columns/ImageColumns.tsx'
import { ImageGrid } from './image-grid/ImageGrid.tsx'
import { LargeContent } from './large-content/LargeContent.tsx'
import { MainPageTitle } from './main-page-title/MainPageTitle.tsx'
import { PageTitle } from './page-title/PageTitle.tsx'
import { Partner } from './partner/Partner.tsx'
import { Ratings } from './ratings/Ratings.tsx'
import { RichTextBlock } from './rich-text/RichTextBlock.tsx'
import { SectionIndent } from './section-indent/SectionIndent.tsx'
import { Team } from './team/Team.tsx'
import { Tile } from './tile/Tile.tsx'
import { Tiles } from './tiles/Tiles.tsx'
import { TwoColumns } from './two-columns/TwoColumns.tsx'

/** The component of every block that is words and pictures only. A block without one fails the type check. */
export const stillBlocks: { [Name in StillName]: ComponentType<BlockProps<Name>> } = {
  'article-list': ArticleList,
  'background-section': BackgroundSection,
  button: Button,
  'closure-contact-cta': ClosureContactCta,
  'contact-person': ContactPerson,
  'contact-tile': ContactTile,
  container: Container,
  divider: Divider,
  faq: Faq,
  'global-reference': GlobalReference,
  icon: Icon,
  image: Image,
  'image-columns': ImageColumns,
  'image-grid': ImageGrid,
  'large-content': LargeContent,
  'main-page-title': MainPageTitle,
  'page-title': PageTitle,
  partner: Partner,
  ratings: Ratings,
  'rich-text': RichTextBlock,
  'section-indent': SectionIndent,
  team: Team,
  tile: Tile,
  tiles: Tiles,
  'two-columns': TwoColumns,
}
