/** A phrase that the project does not use, and what to write instead. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** A space of the pattern also matches a line break, including the comment sign of the next line. */
const phrase = (pattern: string, instead: string): Phrase => ({
  pattern: new RegExp(`\\b(?:${pattern.replaceAll(' ', '\\s[\\s*/]*')})\\b`, 'giu'),
  instead,
});

const name = 'name the subject: the caller, the recipient, the subscriber';

export const phrases: readonly Phrase[] = [
  phrase('nobody|no-one|no one', `${name}, or "no caller", "is not used"`),
  phrase('somebody|someone|somebody else', name),
  phrase('whoever|whomever|whosoever|who ever', name),
  phrase('(?:those|the one|the ones|anybody|anyone|he|one|them|all) who', name),
  phrase(
    '(?:says|say|tells|tell|knows|know|asks|ask|decides|decide|shows|show|sees|see|of|for|to|on|with|by|from|and) whom?',
    name,
  ),
  phrase('anybody', 'any caller, any visitor'),
  phrase('told|tells?(?! me)|tell of|telling', 'notify, report, state, show'),
  phrase(
    'stands? (?:in|for|at|on|there|beside|apart|under|above|below)|stood (?:in|for|at)',
    'is in, is, means',
  ),
  phrase('hears? (?:of|from)|heard (?:of|from)', 'receives, learns'),
  phrase('mend(?:s|ed|ing)?', 'repair, fix'),
  phrase(
    'of which|of whom|upon|lest|whence|whereupon|wherein|thereby|thereof|hence|thus',
    'start a new sentence',
  ),
  phrase(
    'what becomes? of|what became of|becomes? of|comes? to pass|come to nothing',
    'the result of, happens',
  ),
  phrase('anew|for ever|at a stroke|by and by|ever so|of old|at will', 'again, without effect, permanently'),
  phrase('owed|owes?', 'pending'),
  phrase('how-manieth|so long as|so long', 'index, while'),
  phrase('leads? on|looks? around|looks? (?:after|for itself)|left alone|leaves? alone', 'name the action'),
  phrase(
    'is gone|are gone|was gone|were gone|gone (?:by|from|for)|be gone',
    'no longer exists, was deleted, is closed',
  ),
  phrase('thinks? up|thought up|made up (?:by|of)|makes? do', 'name the action'),
  phrase('a moment (?:later|after|ago)|in that moment|the moment that', 'later, immediately after'),
  phrase('the how|the when|the what|the why', 'the method, the time, the value, the reason'),
  phrase('speaks? (?:for|of|to|only)|spoke of|spoken of', 'describes, uses'),
  phrase('obeys?|obeyed|forgets?|forgot(?:ten)?|remembers?|remembered', 'follows, deletes, stores'),
  phrase('its own words|own words|in words|words for', 'text, description'),
  phrase('none of (?:its|their|his|them|these|those|which)', 'no …'),
  phrase('knows? (?:of|nothing|neither|no)|known of', 'has, has no'),
  phrase('(?:has|have|had) nothing to|nothing of', 'needs no, no part of'),
  phrase('goes? on(?! call)|went on|going on|gone on', 'continues'),
  phrase('in whose|of its own|on its own account', 'its own'),
  phrase('has its (?:day|say|turn)|takes? (?:its|their) (?:turn|place|time)|gives? way', 'name the action'),
  phrase('the world|strangers?|neighbours?(?! test)', 'clients, other tenants, unauthenticated callers'),
  phrase('(?:makes?|made) (?:good|nothing of|much of)', 'name the action'),
  phrase(
    '(?:is|are|was|were|be) (?:asked|called|wanted|let|brought|shown|handed|given) (?:for|upon|in|on|to it)',
    'requested, passed, included',
  ),
  phrase('not even|no more than that|and be it|be it', 'name the limit'),
  phrase('what (?:it|they|this|that|he|she) (?:is|are|was) (?:about|for|of|worth|made)', 'purpose, value'),
  phrase(
    'whatever (?:it|they|the|happens)|however (?:often|many|long|it)|wherever (?:it|they)',
    'regardless of',
  ),
  phrase('as (?:good|well|ill) as|worth (?:it|a|the)', 'name the value'),
  phrase('lies? (?:in|at|between|before|behind|open|outside)|lain', 'is in'),
  phrase('sets? (?:out|about|forth)|falls? (?:to|behind|upon|under)|fell (?:behind|upon)', 'name the action'),
  phrase('rests? (?:with|on)|the rest of it|dwell|bear(?:s)? (?:it|the|a)|borne', 'name the action'),
  phrase(
    'sooner or later|once and for all|time and again|little by little|here and there',
    'state the limit',
  ),
  phrase(
    'by itself|under way|in vain|in hand|on its way',
    'automatically, in progress, without effect, in flight',
  ),
  phrase('decided anew|what is left out|held against|comes true', 'name the action'),
  phrase('for good', 'permanently'),
  phrase('as far as', 'name the limit or the condition'),
  phrase('is thought to be', 'counts as'),
  phrase('puts? it right|takes? turns|brings? about', 'corrects, alternates, causes'),
  phrase('whatever it is|so that who', 'name the subject'),
  phrase('whose', 'with …, or two sentences'),
  phrase('meanwhile', 'concurrently, during the …, until then'),
  phrase('at once|by then|straight away|forthwith', 'immediately, together, concurrently, before this time'),
  phrase('besides|likewise|moreover|furthermore', 'in addition to, also'),
  phrase(
    'herein|hereby|hereof|hereafter|therein|thereafter|therefrom|thereupon|thereto|whereby|hitherto|henceforth',
    'start a new sentence',
  ),
  phrase(
    'nonetheless|notwithstanding|albeit|insofar|inasmuch|amid|amongst|whilst|ought|save for|save that',
    'but, although, while, must, except',
  ),
  phrase('that of|those of|those that|those which', 'repeat the noun'),
  phrase('(?:the )?ones? (?:that|of which|without)', 'repeat the noun'),
  phrase('the ones?(?= (?:is|are|has|have|just|who))|the latter|which one', 'repeat the noun'),
  phrase('(?:is|are|was|were|for|with|of) none|none (?:is|are|was|were|has|have|can)', 'no + noun'),
  phrase(
    'at all|if any(?=[.,;:)])|if one (?:is|was|has|exists)|without one(?! of)|as such|any more|so many|so much',
    'name the value or condition',
  ),
  phrase(
    'whatever|whichever|whenever|wherever|however (?:many|much|long|often)',
    'any, each time, regardless of',
  ),
  phrase('whether or not|left out|leaves? out|leaving out|a second time', 'even if, omitted, again'),
  phrase("(?:so that|such that)(?: [\\w`’'-]+){1,5} may", 'two sentences: "…. It may then …"'),
  phrase(
    '(?:;|:|,) (?:both|neither|theirs|his) (?:is|are|was|were|has|have|do|does|lets?)',
    'name the subject',
  ),
  phrase('in its stead|in their stead|in its place|for its part|on their part', 'instead'),
];
