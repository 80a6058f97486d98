import { CheckboxField, NumberField, TextField } from '../../../../components/form/field.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { useEditorContext } from '../editor-context.ts';
import { TagsField } from './tags-field.tsx';

export function OptionsSection() {
  const { field } = useEditorContext();
  const description = field<string | null>('description');

  return (
    <div className="stack editor-column">
      <Limits />
      <StopConditions />
      <Tracking />
      <Card title="For your team" description="Recipients never see these.">
        <div className="form">
          <TagsField
            label="Tags"
            help="You can filter campaigns by them."
            suggestions={[]}
            {...field<string[]>('tags')}
          />
          <TextField label="Notes" isOptional rows={3} {...description} value={description.value ?? ''} />
        </div>
      </Card>
    </div>
  );
}

const limits = [
  { name: 'dailyLimit', label: 'Emails', help: 'Over all accounts', min: 1, max: 10_000 },
  { name: 'dailyNewContactLimit', label: 'New contacts', help: 'First emails', min: 1, max: 10_000 },
  {
    name: 'maxContactsPerCompanyPerDay',
    label: 'Contacts of one company',
    help: 'On one day',
    min: 1,
    max: 100,
  },
];

function Limits() {
  const { field } = useEditorContext();

  return (
    <Card
      title="Daily limits"
      description="An empty field has no limit. The limits of the accounts apply too."
    >
      <div className="form">
        <div className="form-row">
          {limits.map((limit) => (
            <NumberField key={limit.name} {...limit} {...field<number | null>(limit.name)} />
          ))}
        </div>
        <CheckboxField
          label="First emails before follow-ups"
          help="Otherwise, follow-ups are sent first when a limit applies."
          {...field<boolean>('prioritizeNewContacts')}
        />
        <div className="form-row">
          <NumberField
            label="Pause at a bounce rate of"
            help="In percent of the emails of 7 days, from 50 emails on. 0 disables it."
            min={0}
            max={100}
            {...field<number | null>('bouncePauseThreshold')}
          />
        </div>
      </div>
    </Card>
  );
}

function StopConditions() {
  const { field } = useEditorContext();
  const check = (path: string) => field<boolean>(path);

  return (
    <Card title="Stop a contact" description="A contact gets no further email after one of these.">
      <div className="form">
        <CheckboxField label="A reply" {...check('stopOnReply')} />
        <CheckboxField label="A reply of another contact of the company" {...check('stopCompanyOnReply')} />
        <CheckboxField label="A click on a link" {...check('stopOnClick')} />
        <CheckboxField
          label="An automatic reply"
          help="Such as an out-of-office message. Otherwise, it delays the next email."
          {...check('stopOnAutoReply')}
        />
        <CheckboxField
          label="A reply that asks for no further emails"
          help="It unsubscribes the contact from all campaigns. You can undo that in the inbox. Otherwise, the reply only gets a suggested label."
          {...check('honourOptOutReplies')}
        />
        <div className="form-row">
          <NumberField
            label="Delay after an automatic reply"
            help="In days. The next email waits longer if the reply states a later day of return."
            min={0}
            max={30}
            {...field<number | null>('autoReplyDelayDays')}
          />
        </div>
      </div>
    </Card>
  );
}

function Tracking() {
  const { field, draft } = useEditorContext();
  const text = field<string | null>('unsubscribe.text');
  const check = (path: string) => field<boolean>(path);

  return (
    <Card title="Tracking and unsubscribing" description="The preview shows these options as they are saved.">
      <div className="form">
        <CheckboxField
          label="Send plain text only"
          help="Opens and clicks are not tracked then."
          {...check('plainTextOnly')}
        />
        {!draft.plainTextOnly && (
          <>
            <CheckboxField label="Track opens" help="By an image in the HTML." {...check('trackOpens')} />
            <CheckboxField
              label="Track clicks"
              help="Links lead over the service."
              {...check('trackClicks')}
            />
          </>
        )}
        <CheckboxField
          label="Unsubscribe button of mail programs"
          help="By the List-Unsubscribe header. Large providers require it of bulk senders."
          {...check('unsubscribe.header')}
        />
        <CheckboxField label="Unsubscribe link at the end of the email" {...check('unsubscribe.link')} />
        {draft.unsubscribe.link && (
          <TextField
            label="Text of the link"
            isOptional
            placeholder="Unsubscribe"
            {...text}
            value={text.value ?? ''}
            onChange={(value) => text.onChange(value === '' ? null : value)}
          />
        )}
      </div>
    </Card>
  );
}
