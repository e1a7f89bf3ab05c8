CREATE TABLE `bank_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`college_id` text,
	`version` integer NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`topic` text NOT NULL,
	`difficulty` text NOT NULL,
	`tags` text NOT NULL,
	`language` text NOT NULL,
	`source` text,
	`notes` text,
	`facility` real,
	`retired_at` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `bank_questions_newest` ON `bank_questions` (`retired_at`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `bank_questions_topic` ON `bank_questions` (`subject`,`topic`);--> statement-breakpoint
CREATE INDEX `bank_questions_college` ON `bank_questions` (`college_id`);--> statement-breakpoint
CREATE INDEX `bank_questions_created_by` ON `bank_questions` (`created_by`);--> statement-breakpoint
CREATE TABLE `bank_versions` (
	`question_id` text NOT NULL,
	`version` integer NOT NULL,
	`question_text` text NOT NULL,
	`question_image_url` text,
	`passage` text,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`key` text NOT NULL,
	`marks` real NOT NULL,
	`penalty` text,
	`explanation` text,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`question_id`, `version`),
	FOREIGN KEY (`question_id`) REFERENCES `bank_questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `bank_versions_created_by` ON `bank_versions` (`created_by`);--> statement-breakpoint
ALTER TABLE `questions` ADD `bank_question_id` text;--> statement-breakpoint
ALTER TABLE `questions` ADD `bank_version` integer;--> statement-breakpoint
CREATE INDEX `questions_bank` ON `questions` (`bank_question_id`) WHERE bank_question_id is not null;--> statement-breakpoint
-- Texts of the latest versions, to find similar questions.
CREATE VIRTUAL TABLE `bank_texts` USING fts5(`question_id` UNINDEXED, `text`, tokenize = 'unicode61 remove_diacritics 2');
