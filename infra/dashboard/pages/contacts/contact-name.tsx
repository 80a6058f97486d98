import type { Schemas } from '../../api/client.ts';
import './contact-name.css';

type Person = Pick<Schemas['Contact'], 'firstName' | 'lastName' | 'email'>;

/** The name and the address; only the address of a contact without a name. */
export function ContactName({ firstName, lastName, email }: Person) {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  if (name === '') return email;

  return (
    <span className="contact-name">
      <span className="ellipsis">{name}</span> <span className="ellipsis muted">{email}</span>
    </span>
  );
}
