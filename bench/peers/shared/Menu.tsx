'use client';
import { useState } from 'react';
import type { Link } from './content.ts';

interface MenuProps {
  links: Link[];
  contact: Link[];
  label: string;
  name: string;
}

export function Menu({ links, contact, label, name }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="menu">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
      >
        {label}
      </button>
      <div className="panel" hidden={!isOpen}>
        <nav aria-label={name}>
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {contact.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </div>
    </div>
  );
}
