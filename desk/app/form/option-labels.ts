/** Dutch labels of options that `content/` writes in English; others are shown as they are. */
const LABELS: Record<string, string> = {
  monday: 'maandag',
  tuesday: 'dinsdag',
  wednesday: 'woensdag',
  thursday: 'donderdag',
  friday: 'vrijdag',
  saturday: 'zaterdag',
  sunday: 'zondag',
  large: 'groot',
  modest: 'bescheiden',
  BE: 'België',
  NL: 'Nederland',
  altcha: 'ALTCHA, op je eigen server',
  recaptcha: 'reCAPTCHA van Google',
  hcaptcha: 'hCaptcha',
  turnstile: 'Turnstile van Cloudflare',
  instrument: 'Instrument: slank, zoals een gedrukte menukaart',
  fraunces: 'Fraunces: zacht en rond',
  cormorant: 'Cormorant: fijn en klassiek',
  bricolage: 'Bricolage: stevig, zonder schreven',
  captcha: 'Captcha',
  api: 'API',
  privacy: 'Privacy',
  designer: 'Ontwerper',
  navigation: 'Plaats in het menu',
  items: 'Lijst',
  answer: 'Antwoord',
};

/** A word of a choice, or a field without a title, as the caterer reads it. */
export function optionLabel(word: string): string {
  return LABELS[word] ?? word;
}
