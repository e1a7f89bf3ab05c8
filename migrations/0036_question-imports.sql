CREATE TABLE `bank_import_items` (
	`import_id` text NOT NULL,
	`place` integer NOT NULL,
	`status` text NOT NULL,
	`title` text NOT NULL,
	`category` text NOT NULL,
	`line` integer,
	`file` text,
	`reason` text,
	`readings` text NOT NULL,
	`reading` integer,
	`action` text NOT NULL,
	`duplicate_kind` text,
	`duplicate_id` text,
	`question_id` text,
	`version` integer,
	`before` text,
	PRIMARY KEY(`import_id`, `place`),
	FOREIGN KEY (`import_id`) REFERENCES `bank_imports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`duplicate_id`) REFERENCES `bank_questions`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`question_id`) REFERENCES `bank_questions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `bank_import_items_status` ON `bank_import_items` (`import_id`,`status`);--> statement-breakpoint
CREATE INDEX `bank_import_items_duplicate` ON `bank_import_items` (`duplicate_id`);--> statement-breakpoint
CREATE INDEX `bank_import_items_question` ON `bank_import_items` (`question_id`);--> statement-breakpoint
CREATE TABLE `bank_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`college_id` text,
	`file_name` text NOT NULL,
	`format` text,
	`state` text NOT NULL,
	`progress` real NOT NULL,
	`error` text,
	`subject` text NOT NULL,
	`mapping` text NOT NULL,
	`images` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `bank_imports_college` ON `bank_imports` (`college_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bank_imports_created_by` ON `bank_imports` (`created_by`);