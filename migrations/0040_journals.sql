CREATE TABLE `journal_chunks` (
	`attempt_id` text NOT NULL,
	`question_id` text NOT NULL,
	`stream` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`chars` integer NOT NULL,
	`events` blob NOT NULL,
	PRIMARY KEY(`attempt_id`, `question_id`, `stream`, `seq`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `journals` (
	`attempt_id` text NOT NULL,
	`question_id` text NOT NULL,
	`chars` integer NOT NULL,
	`rated_at` integer,
	`outcome` text,
	`length` integer DEFAULT 0 NOT NULL,
	`pasted` integer DEFAULT 0 NOT NULL,
	`pasted_share` real,
	`active_ms` integer DEFAULT 0 NOT NULL,
	`speed` real,
	`pastes` integer DEFAULT 0 NOT NULL,
	`longest_paste` integer DEFAULT 0 NOT NULL,
	`runs` integer DEFAULT 0 NOT NULL,
	`submissions` integer DEFAULT 0 NOT NULL,
	`jumps` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`attempt_id`, `question_id`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `coding_questions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `journals_question` ON `journals` (`question_id`);--> statement-breakpoint
CREATE INDEX `journals_unrated` ON `journals` (`attempt_id`) WHERE "journals"."rated_at" is null;