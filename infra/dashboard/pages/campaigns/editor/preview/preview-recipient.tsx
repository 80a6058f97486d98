import { useQuery } from '@tanstack/react-query';
import { UserPen } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../../components/button.tsx';
import { Combobox } from '../../../../components/form/combobox.tsx';
import { useSearchText } from '../../../../components/form/use-search-text.ts';
import { nameOf } from '../../../names.ts';
import { contactSearchQuery } from '../queries.ts';
import { InventedContact } from './invented-contact.tsx';
import { usePreview } from './preview-context.tsx';
import { exampleContact, recipientName } from './recipient.ts';

/** Chooses the contact of the preview, or invents one. */
export function PreviewRecipient() {
  const { recipient, setRecipient } = usePreview();
  const [isInventing, setInventing] = useState(false);
  const value = {
    value: recipient.kind === 'contact' ? recipient.contact.id : '',
    label: recipient.kind === 'contact' ? recipientName(recipient) : `${recipientName(recipient)} (invented)`,
  };
  const { search, setText, isSettled } = useSearchText(value.label);
  const { data, isFetching } = useQuery(contactSearchQuery(search));
  const contacts = data?.data ?? [];

  return (
    <div className="preview-recipient">
      <Combobox
        label="Preview as"
        placeholder="Search contacts"
        isClearable={false}
        options={contacts.map((contact) => ({ value: contact.id, label: nameOf(contact) }))}
        value={value}
        onChange={(option) => {
          const contact = contacts.find(({ id }) => id === option?.value);
          if (contact) setRecipient({ kind: 'contact', contact });
        }}
        onSearch={setText}
        isLoading={isFetching || !isSettled}
      />
      <IconButton label="Invent a contact" icon={<UserPen />} onClick={() => setInventing(true)} />
      <InventedContact
        isOpen={isInventing}
        initial={recipient.kind === 'invented' ? recipient.contact : exampleContact}
        onClose={() => setInventing(false)}
        onChoose={(contact) => setRecipient({ kind: 'invented', contact })}
      />
    </div>
  );
}
