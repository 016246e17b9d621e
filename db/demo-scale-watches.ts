/**
 * Real makers, models and reference numbers with their usual figures: what `npm run demo -- --products` makes
 * plausible pieces of. Facet values are ids of the attributes.
 */
export type WatchModel = {
  brand: string
  model: string
  movement: 'automatic' | 'manual' | 'quartz'
  calibre: string
  complications: string[]
  gender: 'ladies' | 'gents' | 'unisex'
  years: [from: number, to: number]
  /** bar */
  water: number
  references: WatchReference[]
}
/** number, case, bracelets, dials, mm, usual price in euros */
export type WatchReference = [string, string, string[], string[], number, number]

export const watchModels: readonly WatchModel[] = [
  watch('Rolex', 'Submariner', 'automatic', '3135', ['date'], 'gents', [1990, 2024], 30, [
    ['16610', 'steel', ['steel'], ['black'], 40, 8900],
    ['116610LN', 'steel', ['steel'], ['black'], 40, 9900],
    ['116610LV', 'steel', ['steel'], ['green'], 40, 14900],
    ['116613LB', 'steel-gold', ['steel-gold'], ['blue'], 40, 12900],
    ['116618LN', 'yellow-gold', ['gold'], ['black'], 40, 31900],
    ['126610LN', 'steel', ['steel'], ['black'], 41, 11900],
    ['14060M', 'steel', ['steel'], ['black'], 40, 8400],
  ]),
  watch('Rolex', 'GMT-Master II', 'automatic', '3186', ['date', 'gmt'], 'gents', [1999, 2024], 10, [
    ['116710LN', 'steel', ['steel'], ['black'], 40, 10900],
    ['116710BLNR', 'steel', ['steel'], ['black'], 40, 13900],
    ['126710BLRO', 'steel', ['steel'], ['black'], 40, 17900],
    ['126711CHNR', 'steel-gold', ['steel-gold'], ['black'], 40, 16900],
    ['16710', 'steel', ['steel'], ['black'], 40, 9900],
  ]),
  watch('Rolex', 'Datejust', 'automatic', '3135', ['date'], 'unisex', [1978, 2024], 10, [
    ['16233', 'steel-gold', ['steel-gold'], ['champagne', 'silver', 'white', 'black'], 36, 5900],
    ['16234', 'steel', ['steel'], ['silver', 'blue', 'black', 'white'], 36, 5400],
    ['116234', 'steel', ['steel'], ['silver', 'blue', 'pink', 'black'], 36, 6900],
    ['126334', 'steel', ['steel'], ['blue', 'silver', 'green', 'black'], 41, 10900],
    ['126234', 'steel', ['steel'], ['mother-of-pearl', 'green', 'blue', 'silver'], 36, 8900],
    ['178274', 'steel', ['steel'], ['mother-of-pearl', 'pink', 'silver'], 31, 6400],
    ['16018', 'yellow-gold', ['gold', 'leather'], ['champagne', 'ivory'], 36, 10900],
  ]),
  watch(
    'Rolex',
    'Daytona',
    'automatic',
    '4130',
    ['chronograph', 'small-seconds'],
    'gents',
    [2000, 2024],
    10,
    [
      ['116520', 'steel', ['steel'], ['black', 'white'], 40, 21900],
      ['116500LN', 'steel', ['steel'], ['black', 'white'], 40, 26900],
      ['116523', 'steel-gold', ['steel-gold'], ['champagne', 'white', 'black'], 40, 16900],
      ['116505', 'rose-gold', ['gold'], ['ivory', 'black'], 40, 44900],
      ['116515LN', 'rose-gold', ['leather', 'rubber'], ['black', 'ivory'], 40, 34900],
      ['116509', 'white-gold', ['gold'], ['black', 'grey'], 40, 39900],
    ],
  ),
  watch('Rolex', 'Explorer', 'automatic', '3130', [], 'gents', [1990, 2024], 10, [
    ['14270', 'steel', ['steel'], ['black'], 36, 5900],
    ['114270', 'steel', ['steel'], ['black'], 36, 6400],
    ['214270', 'steel', ['steel'], ['black'], 39, 7400],
    ['124270', 'steel', ['steel'], ['black'], 36, 7400],
  ]),
  watch('Rolex', 'Oyster Perpetual', 'automatic', '3132', [], 'unisex', [2008, 2024], 10, [
    ['114300', 'steel', ['steel'], ['blue', 'white', 'red', 'grey'], 39, 6400],
    ['124300', 'steel', ['steel'], ['green', 'turquoise', 'yellow', 'silver', 'black'], 41, 7900],
    ['177200', 'steel', ['steel'], ['pink', 'blue', 'silver'], 31, 4900],
    ['67180', 'steel', ['steel'], ['white', 'champagne', 'blue'], 26, 2900],
  ]),
  watch('Rolex', 'Day-Date', 'automatic', '3155', ['date', 'day'], 'gents', [1988, 2023], 10, [
    ['18238', 'yellow-gold', ['gold'], ['champagne', 'white', 'black'], 36, 16900],
    ['118239', 'white-gold', ['gold'], ['silver', 'black', 'mother-of-pearl'], 36, 21900],
    ['118205', 'rose-gold', ['gold'], ['pink', 'champagne', 'brown'], 36, 22900],
    ['228206', 'platinum', ['platinum'], ['blue'], 40, 58900],
  ]),
  watch(
    'Omega',
    'Speedmaster',
    'manual',
    '1861',
    ['chronograph', 'small-seconds'],
    'gents',
    [1969, 2024],
    5,
    [
      ['3570.50.00', 'steel', ['steel', 'leather'], ['black'], 42, 4200],
      ['311.30.42.30.01.005', 'steel', ['steel', 'leather', 'textile'], ['black'], 42, 4700],
      ['310.30.42.50.01.001', 'steel', ['steel', 'leather'], ['black'], 42, 5600],
      ['145.022', 'steel', ['steel', 'leather'], ['black'], 42, 6900],
      ['311.63.42.50.01.002', 'rose-gold', ['leather'], ['black'], 42, 15900],
    ],
  ),
  watch('Omega', 'Seamaster', 'automatic', '8800', ['date'], 'gents', [1993, 2024], 30, [
    ['2531.80.00', 'steel', ['steel'], ['blue'], 41, 2400],
    ['2254.50.00', 'steel', ['steel', 'rubber'], ['black'], 41, 2900],
    ['210.30.42.20.01.001', 'steel', ['steel', 'rubber'], ['black'], 42, 4200],
    ['210.30.42.20.03.001', 'steel', ['steel', 'rubber'], ['blue'], 42, 4300],
    ['210.92.44.20.01.001', 'ceramic', ['rubber'], ['black'], 43.5, 6900],
    ['233.32.41.21.01.002', 'steel', ['leather'], ['black'], 41, 4900],
  ]),
  watch('Omega', 'Constellation', 'quartz', '4061', ['date'], 'ladies', [1982, 2022], 3, [
    ['123.20.27.60.05.002', 'steel-gold', ['steel-gold'], ['mother-of-pearl', 'silver'], 27, 2900],
    ['1272.30.00', 'steel-gold', ['steel-gold'], ['champagne', 'white'], 25, 1200],
    ['131.25.28.60.55.001', 'steel-gold', ['steel-gold'], ['mother-of-pearl'], 28, 4200],
  ]),
  watch('Omega', 'De Ville', 'manual', '620', ['small-seconds'], 'gents', [1965, 1990], 3, [
    ['111.0107', 'gold-plated', ['leather'], ['champagne', 'silver'], 34, 450],
    ['151.0054', 'yellow-gold', ['leather'], ['champagne', 'white'], 33, 1900],
  ]),
  watch('Patek Philippe', 'Nautilus', 'automatic', '324 S C', ['date'], 'gents', [2006, 2022], 12, [
    ['5711/1A-010', 'steel', ['steel'], ['blue'], 40, 89000],
    ['5712/1A-001', 'steel', ['steel'], ['blue'], 40, 79000],
    ['5980/1R-001', 'rose-gold', ['gold'], ['black'], 40.5, 129000],
    ['7118/1A-010', 'steel', ['steel'], ['silver', 'blue'], 35.2, 44900],
  ]),
  watch('Patek Philippe', 'Calatrava', 'manual', '215 PS', ['small-seconds'], 'gents', [1985, 2022], 3, [
    ['3919J', 'yellow-gold', ['leather'], ['white'], 33, 10900],
    ['5196G-001', 'white-gold', ['leather'], ['silver'], 37, 17900],
    ['5119R-001', 'rose-gold', ['leather'], ['white'], 36, 16900],
    ['5196P-001', 'platinum', ['leather'], ['silver'], 37, 24900],
  ]),
  watch('Audemars Piguet', 'Royal Oak', 'automatic', '3120', ['date'], 'gents', [1990, 2023], 5, [
    ['15300ST', 'steel', ['steel'], ['blue', 'white', 'black'], 39, 29900],
    ['15400ST', 'steel', ['steel'], ['blue', 'silver', 'black'], 41, 33900],
    ['15500ST', 'steel', ['steel'], ['blue', 'grey', 'black'], 41, 39900],
    ['67650ST', 'steel', ['steel'], ['silver', 'blue'], 33, 17900],
    ['26331ST', 'steel', ['steel'], ['blue', 'black'], 41, 36900],
  ]),
  watch('Vacheron Constantin', 'Overseas', 'automatic', '5100', ['date'], 'gents', [2004, 2023], 15, [
    ['4500V/110A-B128', 'steel', ['steel', 'rubber'], ['blue'], 41, 25900],
    ['47040/B01A', 'steel', ['steel'], ['silver', 'black'], 42, 14900],
  ]),
  watch('Vacheron Constantin', 'Patrimony', 'manual', '1400', [], 'gents', [2004, 2022], 3, [
    ['81180/000R-9159', 'rose-gold', ['leather'], ['silver'], 40, 14900],
    ['81180/000G-9117', 'white-gold', ['leather'], ['silver'], 40, 15900],
  ]),
  watch('Cartier', 'Tank', 'quartz', '690', [], 'unisex', [1977, 2023], 3, [
    ['W5200003', 'steel', ['leather'], ['silver'], 27, 2400],
    ['WSTA0041', 'steel', ['leather'], ['silver'], 25.5, 2600],
    ['W1529756', 'yellow-gold', ['leather'], ['white', 'champagne'], 25.5, 6900],
    ['WGTA0011', 'rose-gold', ['leather'], ['white'], 25.5, 8900],
    ['2415', 'gold-plated', ['leather'], ['white', 'burgundy'], 23.5, 1900],
    ['W51011Q3', 'steel', ['steel'], ['white'], 25, 2200],
  ]),
  watch('Cartier', 'Santos', 'automatic', '1847 MC', ['date'], 'unisex', [1978, 2024], 10, [
    ['WSSA0018', 'steel', ['steel', 'leather'], ['silver'], 39.8, 5900],
    ['WSSA0030', 'steel', ['steel'], ['blue'], 39.8, 6900],
    ['W2SA0009', 'steel-gold', ['steel-gold'], ['silver'], 39.8, 8900],
    ['2961', 'steel-gold', ['steel-gold'], ['white', 'burgundy'], 29, 3200],
  ]),
  watch('Cartier', 'Ballon Bleu', 'automatic', '076', [], 'ladies', [2007, 2023], 3, [
    ['W6920071', 'steel', ['steel'], ['silver'], 36.6, 4200],
    ['WSBB0048', 'steel', ['leather'], ['silver'], 33, 3900],
    ['W69005Z2', 'rose-gold', ['gold', 'leather'], ['silver'], 42, 15900],
  ]),
  watch('IWC', 'Pilot’s Watch', 'automatic', '35111', ['date'], 'gents', [1994, 2023], 6, [
    ['IW327001', 'steel', ['leather', 'textile'], ['black'], 40, 3400],
    ['IW327010', 'steel', ['leather'], ['blue'], 40, 3600],
    ['IW3253', 'steel', ['leather', 'steel'], ['black'], 39, 2900],
    ['IW377714', 'steel', ['leather'], ['blue'], 43, 4200],
    ['IW389001', 'ceramic', ['textile', 'rubber'], ['black'], 44.5, 6900],
  ]),
  watch(
    'IWC',
    'Portugieser',
    'automatic',
    '79350',
    ['chronograph', 'small-seconds'],
    'gents',
    [1998, 2023],
    3,
    [
      ['IW371417', 'steel', ['leather'], ['silver', 'white'], 41, 4900],
      ['IW371447', 'steel', ['leather'], ['black'], 41, 5200],
      ['IW371480', 'rose-gold', ['leather'], ['silver'], 41, 9900],
      ['IW371605', 'steel', ['leather'], ['blue'], 41, 5900],
    ],
  ),
  watch('Jaeger-LeCoultre', 'Reverso', 'manual', '822', ['small-seconds'], 'unisex', [1985, 2023], 3, [
    ['Q3858520', 'steel', ['leather'], ['silver'], 27.4, 5900],
    ['270.8.62', 'steel', ['leather', 'steel'], ['silver', 'black'], 26, 3900],
    ['270.2.62', 'rose-gold', ['leather'], ['silver'], 26, 8900],
    ['Q397846J', 'steel', ['leather'], ['blue', 'burgundy', 'green'], 27.4, 6900],
  ]),
  watch('Jaeger-LeCoultre', 'Master Control', 'automatic', '899', ['date'], 'gents', [1992, 2022], 5, [
    ['Q1548420', 'steel', ['leather'], ['silver'], 39, 4900],
    ['140.8.89', 'steel', ['leather'], ['silver', 'black', 'salmon'], 37, 3200],
    ['Q1552520', 'rose-gold', ['leather'], ['ivory'], 39, 9900],
  ]),
  watch(
    'A. Lange & Söhne',
    'Lange 1',
    'manual',
    'L901.0',
    ['date', 'small-seconds', 'power-reserve'],
    'gents',
    [1994, 2022],
    3,
    [
      ['101.021', 'yellow-gold', ['leather'], ['champagne'], 38.5, 22900],
      ['101.032', 'rose-gold', ['leather'], ['silver'], 38.5, 24900],
      ['101.025', 'platinum', ['leather'], ['silver'], 38.5, 29900],
      ['191.039', 'white-gold', ['leather'], ['silver', 'black'], 38.5, 28900],
    ],
  ),
  watch('A. Lange & Söhne', 'Saxonia', 'manual', 'L941.1', ['small-seconds'], 'gents', [1994, 2022], 3, [
    ['219.026', 'white-gold', ['leather'], ['silver'], 35, 13900],
    ['219.032', 'rose-gold', ['leather'], ['silver'], 35, 13900],
  ]),
  watch('Glashütte Original', 'Senator', 'automatic', '36-01', ['date'], 'gents', [2000, 2023], 5, [
    ['1-36-01-02-05-30', 'steel', ['leather'], ['silver'], 40, 5200],
    ['100-03-07-05-04', 'rose-gold', ['leather'], ['silver'], 40, 11900],
  ]),
  watch('NOMOS Glashütte', 'Tangente', 'manual', 'Alpha', ['small-seconds'], 'unisex', [1992, 2023], 3, [
    ['101', 'steel', ['leather'], ['silver'], 35, 1100],
    ['139', 'steel', ['leather'], ['white'], 35, 1290],
    ['164', 'steel', ['leather', 'textile'], ['white', 'blue'], 38, 1590],
  ]),
  watch('Sinn', '556', 'automatic', 'SW200', ['date'], 'gents', [2009, 2023], 20, [
    ['556.010', 'steel', ['steel', 'leather'], ['black'], 38.5, 890],
    ['556.014', 'steel', ['steel', 'leather'], ['white'], 38.5, 950],
    ['556.0104', 'steel', ['steel', 'leather'], ['blue'], 38.5, 990],
  ]),
  watch('Sinn', 'U1', 'automatic', 'SW200', ['date'], 'gents', [2005, 2023], 100, [
    ['1010.010', 'steel', ['rubber', 'steel'], ['black'], 44, 1490],
    ['1010.011', 'steel', ['rubber', 'steel'], ['blue'], 44, 1590],
  ]),
  watch(
    'Breitling',
    'Navitimer',
    'automatic',
    'B01',
    ['chronograph', 'date', 'small-seconds'],
    'gents',
    [1985, 2023],
    3,
    [
      ['A23322', 'steel', ['steel', 'leather'], ['black', 'blue'], 41.8, 2900],
      ['AB0120', 'steel', ['leather', 'steel'], ['black'], 43, 4900],
      ['RB0138', 'rose-gold', ['leather'], ['green', 'white'], 43, 14900],
    ],
  ),
  watch('Breitling', 'Superocean', 'automatic', 'B20', ['date'], 'gents', [1995, 2023], 50, [
    ['A17366', 'steel', ['rubber', 'steel'], ['black', 'orange'], 42, 1900],
    ['E17369', 'titanium', ['rubber'], ['black'], 46, 2900],
  ]),
  watch(
    'TAG Heuer',
    'Carrera',
    'automatic',
    '1887',
    ['chronograph', 'date', 'small-seconds'],
    'gents',
    [1996, 2023],
    10,
    [
      ['CV2010', 'steel', ['steel', 'leather'], ['black'], 41, 1790],
      ['CAR2110', 'steel', ['steel', 'leather'], ['silver', 'black'], 41, 2290],
      ['CS3110', 'steel', ['leather'], ['black', 'silver'], 36, 2900],
    ],
  ),
  watch('TAG Heuer', 'Monaco', 'automatic', '11', ['chronograph', 'date'], 'gents', [1998, 2023], 10, [
    ['CAW211P', 'steel', ['leather'], ['blue'], 39, 4200],
    ['CW2111', 'steel', ['leather'], ['black'], 38, 2900],
  ]),
  watch('Tudor', 'Black Bay', 'automatic', 'MT5602', [], 'gents', [2012, 2024], 20, [
    ['79220R', 'steel', ['steel', 'leather'], ['black'], 41, 2400],
    ['79030N', 'steel', ['steel', 'leather', 'textile'], ['black'], 39, 2700],
    ['79030B', 'steel', ['steel', 'textile'], ['blue'], 39, 2700],
    ['79250BM', 'bronze', ['leather', 'textile'], ['brown', 'grey'], 43, 2600],
    ['79733N', 'steel-gold', ['steel-gold'], ['black'], 41, 4200],
  ]),
  watch('Tudor', 'Pelagos', 'automatic', 'MT5612', ['date'], 'gents', [2013, 2024], 50, [
    ['25600TB', 'titanium', ['titanium', 'rubber'], ['blue'], 42, 3400],
    ['25600TN', 'titanium', ['titanium', 'rubber'], ['black'], 42, 3200],
  ]),
  watch(
    'Zenith',
    'El Primero',
    'automatic',
    '400',
    ['chronograph', 'date', 'small-seconds'],
    'gents',
    [1988, 2023],
    5,
    [
      ['03.2040.400', 'steel', ['leather', 'steel'], ['silver', 'black'], 42, 4900],
      ['01.0500.400', 'steel', ['leather'], ['silver'], 40, 2900],
      ['30.0500.400', 'yellow-gold', ['leather'], ['white'], 40, 5900],
    ],
  ),
  watch(
    'Longines',
    'Master Collection',
    'automatic',
    'L888',
    ['moon-phase', 'date'],
    'gents',
    [2005, 2023],
    3,
    [
      ['L2.909.4.78.3', 'steel', ['leather', 'steel'], ['silver'], 40, 1590],
      ['L2.673.4.78.3', 'steel', ['leather'], ['silver'], 40, 1690],
      ['L2.919.4.92.0', 'steel', ['leather'], ['blue'], 40, 1790],
    ],
  ),
  watch('Grand Seiko', 'Heritage', 'automatic', '9S65', ['date'], 'gents', [2010, 2024], 10, [
    ['SBGR315', 'steel', ['steel', 'leather'], ['silver'], 40, 2900],
    ['SBGA211', 'titanium', ['titanium'], ['white'], 41, 3900],
    ['SBGH273', 'steel', ['leather'], ['blue'], 39, 4400],
  ]),
  watch('Panerai', 'Luminor', 'manual', 'OP X', ['small-seconds'], 'gents', [1998, 2023], 30, [
    ['PAM00112', 'steel', ['leather', 'rubber'], ['black'], 44, 3900],
    ['PAM00111', 'steel', ['leather'], ['black'], 44, 3900],
    ['PAM00177', 'titanium', ['leather'], ['black'], 44, 4900],
  ]),
  watch('Blancpain', 'Fifty Fathoms', 'automatic', '1315', ['date'], 'gents', [2007, 2023], 30, [
    ['5015-1130-52', 'steel', ['textile', 'rubber'], ['black'], 45, 8900],
    ['5015-12B40-O52', 'titanium', ['textile'], ['blue'], 45, 9900],
  ]),
  watch('Chopard', 'Happy Diamonds', 'quartz', '157', [], 'ladies', [1985, 2020], 3, [
    ['20/4180', 'yellow-gold', ['leather', 'gold'], ['white', 'mother-of-pearl'], 26, 3900],
    ['20/9338', 'white-gold', ['leather'], ['mother-of-pearl', 'black'], 33, 4900],
  ]),
  watch('Junghans', 'Max Bill', 'automatic', 'J800.1', ['date'], 'unisex', [2005, 2023], 3, [
    ['027/4700.00', 'steel', ['leather', 'textile'], ['white', 'black'], 38, 590],
    ['027/7700.00', 'gold-plated', ['leather'], ['silver'], 38, 690],
  ]),
]

function watch(
  brand: string,
  model: string,
  movement: WatchModel['movement'],
  calibre: string,
  complications: string[],
  gender: WatchModel['gender'],
  years: WatchModel['years'],
  water: number,
  references: WatchReference[],
): WatchModel {
  return { brand, model, movement, calibre, complications, gender, years, water, references }
}
