/** Recognises units. Words and letters that may mean something else, such as `D`, `pm` or `approx`, are none. */

/** Symbols of units. Case matters, as in `mm` and `Mm`. */
const symbols = new RegExp(
  `^(?:${[
    '[TGMkmµμnfcd]?m|[kmµμn]?g|[mµμnfp]?s|[kmµμn]?A|[m]?K|[kmµμn]?mol|[mµμn]M',
    '[TGMk]?Hz|[GMkmµμn]?N|[GMkh]?Pa|[GMkmµμ]?J|[TGMkmµμn]?W|[mµμnp]?C|[MkmµμnGT]?V|[mµμnp]?F|[GMkm]?[\u03a9\u2126]',
    '[mµμ]?S|[mµμ]?T|m?Wb|[mµμn]?H|[mcdµμnkh]?L|[mcdµμnkh]?l|[TGMkm]?eV|[k]?cal|[m]?bar|[kM]?Bq|[mµμ]?Gy|[mµμ]?Sv',
    '[TGMkK]i?[Bb]|[TGMkK]?bits?|[TGMkK]?bytes?|[TGMk]bps|[TGMk]?Wh|m?Ah|k?VA|dB|cd|lm|lx|rad|m?rad|sr|kat|atm|Torr|mmHg',
    'ha|hPa|kWh|ft|lb|lbs|oz|psi|hp|cc|ppm|ppb|rpm|min|h|hr|hrs|yr|yrs|sec|secs|mins|amu|Da|kDa|u|%|‰|°|℃|℉|°[CFK]|[′″Å]',
    'Kg|KG|Kgs|kgs|gm|gms|mgs|Km|KM|Kms|kms|cms|CM|MM|ml|ML|mtrs?|Hrs?|Mins?|Secs?|kmph|kmh|kph|mph|mps|knots?|deg|degC',
  ].join('|')})$`,
)

const prefix = '(?:kilo|mega|giga|tera|milli|micro|nano|pico|centi|deci|hecto)?'
/** Names of units, in any case. */
const names = new RegExp(
  `^(?:${[
    `${prefix}(?:met(?:re|er)|gram(?:me)?|second|ampere|amp|joule|newton|pascal|watt|volt|ohm|farad|lit(?:re|er)|byte|bit|mole|calorie|tesla|weber|siemens|becquerel|coulomb)s?`,
    `${prefix}hertz|${prefix}henr(?:y|ys|ies)|kelvins?|candelas?|lumens?|lux|radians?|steradians?|decibels?|electron ?volts?`,
    'minutes?|hours?|days?|weeks?|months?|years?|percent|per cent|degrees?|degrees? (?:celsius|centigrade|fahrenheit|kelvin)',
    'inch|inches|foot|feet|yards?|miles?|pounds?|ounces?|acres?|hectares?|tonnes?|quintals?|horsepower|atmospheres?',
  ].join('|')})$`,
  'i',
)

/** An exponent, such as `²`, `^3` or `-1`. `A4` is no power. */
const power = /(?:\^\(?[-−]?[1-9]\)?|[-−][1-9]|(?<=[a-z])[23]|⁻?[¹²³⁴-⁹])$/
/** `sq m`, `square metres`. */
const area = /^(?:sq\.?|square|cubic|cu\.?)\s/i

const isFactor = (text: string): boolean => {
  const bare = text.replace(area, '').replace(power, '')
  return symbols.test(bare) || names.test(bare)
}

/** True for a unit, also one with several factors, such as `m/s²`, `kg m^-3` or `metres per second`. */
export function isUnit(text: string): boolean {
  if (text === '' || text.length > 40) return false
  if (isFactor(text)) return true
  const [top = '', ...bottom] = text.split(/\s?\/\s?|\sper\s/i)
  const factors = (part: string) => (isFactor(part) ? [part] : part.split(/\s?[·⋅*]\s?|\s/))
  return [top, ...bottom.map((part) => part.replace(/^\((.*)\)$/, '$1'))].every((part) => factors(part).every(isFactor))
}
