import { otherForms } from './search-forms.ts'
import { errorsBetween } from './search-spelling.ts'
import { fold } from './search-words.ts'

/**
 * Makers and things of this trade that are spelt right wherever they are typed. Where the shop has none, they are no
 * typing errors of what it has: `Piguet` is not Piaget, a `Taschenuhr` no `Taucheruhr`.
 */
const wellKnown = new Set(
  fold(
    `alpina aristo audemars piguet baume mercier bellross blancpain bovet breguet bremont bulgari bvlgari
    bulova bucherer casio certina chopard citizen corum doxa ebel eterna fortis frederique constant
    franck muller garmin glashütte greubel hamilton hermes hublot iwc laco söhne
    longines luminox lacroix mido movado nixon oris panerai parmigiani patek philippe pequignet rado weil
    mille dubuis seiko sinn steinhart stowa swatch timex ulysse nardin urwerk zenith
    boucheron buccellati bucherer chanel chaumet chopard damiani jensen graff niessing pandora pomellato
    swarovski vancleef arpels wellendorff
    aquanaut calatrava nautilus luminor radiomir portugieser portofino
    taschenuhr wanduhr tischuhr standuhr kuckucksuhr kaminuhr sonnenuhr sanduhr smartwatch smartuhr pocket wall
    kinderuhr kinderring fusskette fußkettchen anklet bauchkette diadem tiara piercing
    manschettenknopf manschettenknöpfe cufflink cufflinks krawattennadel krawattenklammer tieclip uhrenbeweger winder
    haarreif haarband haarspange haarschmuck hairband headband stirnband hundehalsband
    uhrenbox apple fitbit samsung fitness nose toe belly navel keyring nasenring zehenring
    etui kugelschreiber handtasche handbag sonnenbrille sunglasses feuerzeug lighter besteck`,
  )
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/**
 * Whether an unknown word is one of these with fewer typing errors than it is a word of the catalogue: `panarai`,
 * `breget`.
 * @param nearest the word of the catalogue it would be read as
 */
export function isMisspeltElsewhere(
  word: string,
  nearest: readonly string[],
  isKnown: (word: string) => boolean,
) {
  if (word.length < 5) return false
  const most = word.length < 6 ? 1 : 2
  const here = Math.min(most + 1, ...nearest.map((each) => errorsBetween(word, each, most)))
  for (const other of wellKnown)
    if (
      other.length >= 5 &&
      Math.abs(other.length - word.length) <= most &&
      errorsBetween(word, other, most) < here &&
      !isKnown(other)
    )
      return true
  return false
}

/** Whether a word that the catalogue does not know is one that it could know. */
export function isSoldElsewhere(word: string): boolean {
  return wellKnown.has(word) || otherForms(word).some((form) => form.length > 4 && wellKnown.has(form))
}
